package io.millrace.examples.market;

import io.millrace.jdbc.JdbcRequests;

/** Asks the database to add each bar to the table {@code bars}. */
public final class BarTable implements Bars {
    private static final String INSERT = """
            insert into bars (start_time, open, high, low, close, volume, trades) values (?, ?, ?, ?, ?, ?, ?)""";

    private final JdbcRequests out;

    /** Creates a table that sends its requests there. */
    public BarTable(JdbcRequests out) {
        this.out = out;
    }

    @Override
    public void bar(Bar bar) {
        out.executeUpdate(
                INSERT, bar.start(), bar.open(), bar.high(), bar.low(), bar.close(), bar.volume(), bar.count());
    }
}
