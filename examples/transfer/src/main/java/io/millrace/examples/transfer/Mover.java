package io.millrace.examples.transfer;

import io.agroal.api.AgroalDataSource;
import io.millrace.channel.Channel;
import io.millrace.channel.ChannelOptions;
import io.millrace.channel.JournalChannel;
import io.millrace.channel.Poll;
import io.millrace.journal.Durability;
import io.millrace.journal.Index;
import io.millrace.journal.JournalOptions;
import io.millrace.transactions.ChannelResource;
import io.millrace.transactions.DecisionStore;
import io.millrace.transactions.GroupCommitDecisionStore;
import io.millrace.transactions.NodeName;
import io.millrace.transactions.RecoverableResource;
import io.millrace.transactions.RecoveryReport;
import io.millrace.transactions.TransactionOptions;
import io.millrace.transactions.Transactions;
import io.millrace.wire.WireTypes;
import java.io.PrintStream;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import javax.sql.XADataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.postgresql.xa.PGXADataSource;

/**
 * Takes transfers from a channel until there are no more: each is one transaction over PostgreSQL, H2, a broker and two
 * channels. It may be killed at any moment and started again.
 */
public final class Mover {

    /** The balance of the shop before the first transfer, in cents. */
    static final long SHOP_CENTS = 0;

    private final Path directory;
    private final String bankUrl;

    private Mover(Path directory, String bankUrl) {
        this.directory = directory;
        this.bankUrl = bankUrl;
    }

    /** Runs until the channel is empty: the directory, and the address of the bank's PostgreSQL. */
    public static void main(String[] arguments) throws Exception {
        new Mover(Path.of(arguments[0]), arguments[1]).run(System.out);
    }

    /** Opens one of the two channels, {@code transfers} or {@code receipts}. */
    static JournalChannel channel(Path directory, String name) {
        JournalOptions synced = JournalOptions.defaults().withDurability(Durability.SYNCED);
        return Channel.journal(
                name, directory.resolve(name), ChannelOptions.defaults().withJournal(synced));
    }

    /** Returns the URL of the shop's database, which is inside the process; it writes each commit at once. */
    static String shopUrl(Path directory) {
        return "jdbc:h2:file:" + directory.toAbsolutePath().resolve("shop") + ";WRITE_DELAY=0;DB_CLOSE_ON_EXIT=FALSE";
    }

    private void run(PrintStream say) throws Exception {
        PGXADataSource bank = new PGXADataSource();
        bank.setUrl(bankUrl);
        JdbcDataSource shop = new JdbcDataSource();
        shop.setUrl(shopUrl(directory));
        shop.setUser("sa");
        createTables(shop);
        try (Broker broker = Broker.open(directory.resolve("broker"));
                Channel transfers = channel(directory, "transfers");
                Channel receipts = channel(directory, "receipts");
                ChannelResource channel =
                        ChannelResource.open("transfers", directory.resolve("progress"), transfers, receipts);
                Transactions transactions = open(bank, shop, broker, channel);
                AgroalDataSource bankPool =
                        Pools.open(transactions, "bank", PGXADataSource.class, bankUrl, "postgres");
                AgroalDataSource shopPool =
                        Pools.open(transactions, "shop", JdbcDataSource.class, shopUrl(directory), "sa")) {
            Desk desk = new Desk(bankPool, shopPool, broker, channel.as(Receipts.class));
            channel.handler(desk, WireTypes.none(), Transfers.class);
            recover(transactions, say);
            say.println("running");
            while (move(transactions, broker, channel)) {
                say.println("moved one, position=" + Index.toText(channel.position()));
            }
            say.println("moved all told=" + broker.told());
        }
    }

    private Transactions open(PGXADataSource bank, XADataSource shop, Broker broker, ChannelResource channel) {
        DecisionStore store = GroupCommitDecisionStore.open(directory.resolve("decisions"));
        List<RecoverableResource> resources = List.of(
                RecoverableResource.of("bank", bank),
                RecoverableResource.of("shop", shop),
                broker.recoverable(),
                channel);
        return Transactions.open(TransactionOptions.of(NodeName.of("mover-1")), store, resources);
    }

    /** Ends transactions that an earlier run has left unfinished, so that its transfer ends before the next begins. */
    private static void recover(Transactions transactions, PrintStream say) {
        RecoveryReport report = transactions.recover();
        say.println("recovered " + report);
        if (!report.unreachable().isEmpty() || !report.pending().isEmpty()) {
            throw new IllegalStateException("recovery left transactions " + report);
        }
    }

    /** Moves the next transfer; returns whether there was one. */
    private static boolean move(Transactions transactions, Broker broker, ChannelResource channel) throws Exception {
        transactions.begin();
        boolean committed = false;
        try {
            transactions.getTransaction().enlistResource(channel.named());
            transactions.getTransaction().enlistResource(broker.resource());
            boolean moved = channel.poll() == Poll.MESSAGE;
            committed = true;
            transactions.commit();
            return moved;
        } finally {
            if (!committed) {
                transactions.rollback();
            }
        }
    }

    private static void createTables(JdbcDataSource shop) throws SQLException {
        try (Connection connection = shop.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("create table if not exists moved (number bigint primary key, cents bigint)");
            statement.execute("create table if not exists account as select " + SHOP_CENTS + "::bigint as cents");
        }
    }
}
