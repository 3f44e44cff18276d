package io.millrace.examples.market;

import io.millrace.jdbc.JdbcRequests;

/** Asks the database to add each order to the table {@code orders}. */
public final class OrderTable implements Orders {
    private static final String INSERT = "insert into orders (bar_start, side, quantity, price) values (?, ?, ?, ?)";

    private final JdbcRequests out;

    /** Creates a table that sends its requests there. */
    public OrderTable(JdbcRequests out) {
        this.out = out;
    }

    @Override
    public void order(Order order) {
        out.executeUpdate(INSERT, order.bar(), order.side().name(), order.quantity(), order.price());
    }
}
