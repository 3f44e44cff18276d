package io.millrace.remote;

import io.millrace.interaction.UpdateVisitor;
import java.util.List;

/** A function that changes an account and returns a quote, so that its result has a type of its own. */
record Deposit(long amount) implements UpdateVisitor<Account, Quote> {

    @Override
    public Quote visit(Account account) {
        account.add(amount);
        return new Quote(account.owner(), account.balance(), List.of());
    }
}
