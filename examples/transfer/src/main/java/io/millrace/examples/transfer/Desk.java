package io.millrace.examples.transfer;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Moves money out of one database into the other, and sends a notice. It does not know transactions. */
public final class Desk implements Transfers {

    private final DataSource bank;
    private final DataSource shop;
    private final Notices notices;
    private final Receipts receipts;

    /** Creates a desk that works with both databases, a broker and a channel. */
    public Desk(DataSource bank, DataSource shop, Notices notices, Receipts receipts) {
        this.bank = bank;
        this.shop = shop;
        this.notices = notices;
        this.receipts = receipts;
    }

    @Override
    public void transfer(Transfer transfer) {
        change(bank, transfer, -transfer.cents());
        change(shop, transfer, transfer.cents());
        notices.tell(transfer);
        receipts.moved(transfer);
    }

    /** Changes a balance and notes the transfer, which the table takes once. */
    private static void change(DataSource database, Transfer transfer, long cents) {
        try (Connection connection = database.getConnection();
                PreparedStatement update = connection.prepareStatement("update account set cents = cents + ?");
                PreparedStatement insert = connection.prepareStatement("insert into moved values (?, ?)")) {
            update.setLong(1, cents);
            update.executeUpdate();
            insert.setLong(1, transfer.number());
            insert.setLong(2, cents);
            insert.executeUpdate();
        } catch (SQLException e) {
            throw new IllegalStateException("database refuses transfer=" + transfer + " reason=" + e.getMessage(), e);
        }
    }
}
