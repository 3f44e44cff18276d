package io.millrace.map;

import java.util.Objects;

/** A mutable value, which is reused when it is read. */
public final class Position {

    String account = "";
    long quantity;
    double price;

    public Position() {}

    Position set(String newAccount, long newQuantity, double newPrice) {
        account = newAccount;
        quantity = newQuantity;
        price = newPrice;
        return this;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Position that
                && account.equals(that.account)
                && quantity == that.quantity
                && Double.compare(price, that.price) == 0;
    }

    @Override
    public int hashCode() {
        return Objects.hash(account, quantity, price);
    }
}
