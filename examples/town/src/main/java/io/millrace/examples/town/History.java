package io.millrace.examples.town;

import io.millrace.jdbc.JdbcRequests;

/** Asks the database to keep each balance, with its number in the order of all. */
public final class History implements Balances {

    private static final String INSERT = "insert into history (number, person, likes) values (?, ?, ?)";

    private final JdbcRequests out;
    private long number;

    /** Takes the output. */
    public History(JdbcRequests out) {
        this.out = out;
    }

    @Override
    public void onBalance(Balance balance) {
        number++;
        out.executeUpdate(INSERT, number, balance.to(), balance.likes());
    }

    @Override
    public void onRefused(Shortage shortage) {}
}
