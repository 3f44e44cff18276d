package io.millrace.prove;

import io.millrace.transactions.DecisionStore;
import io.millrace.transactions.FileDecisionStore;
import io.millrace.transactions.GroupCommitDecisionStore;
import io.millrace.transactions.NodeName;
import io.millrace.transactions.RecoverableResource;
import io.millrace.transactions.RecoveryReport;
import io.millrace.transactions.TransactionOptions;
import io.millrace.transactions.TransactionOptions.BranchOrder;
import io.millrace.transactions.TransactionOptions.Recovering;
import io.millrace.transactions.Transactions;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import javax.transaction.xa.XAResource;

/**
 * A process that coordinates transfers between a PostgreSQL, an H2 and a directory of notes, and is killed. It first
 * recovers unfinished transactions, and reports what it has found; then it makes transfers. It notes each whose outcome
 * it was told.
 */
final class TransferProcess {

    static final String RUNNING = "running";
    static final String MOVED = "moved ";
    static final String PREPARED = "prepared ";

    /** The file of the transfers whose end was told: for each a line of its number and C or R. */
    static final String TOLD = "told";

    private static final int PASSES = 100;
    private static final long PAUSE_NS = 100_000_000;

    private final Path directory;
    private final Plan plan;
    private final PrintStream out;
    private final KillPoints points;
    private final XaDatabase bank;
    private final XaDatabase shop;
    private final NotesResource notes;

    /**
     * The arguments of a process.
     *
     * @param bankUrl the address of the PostgreSQL
     * @param seed of the transfers
     * @param first the number of the first transfer
     * @param last the number of the last one; with none it only recovers
     * @param killAt at which moment to wait for the kill, or 0
     */
    record Plan(String bankUrl, long seed, long first, long last, int killAt) {

        List<String> arguments() {
            return List.of(
                    bankUrl, Long.toString(seed), Long.toString(first), Long.toString(last), Integer.toString(killAt));
        }

        static Plan of(String... arguments) {
            return new Plan(
                    arguments[0],
                    Long.parseLong(arguments[1]),
                    Long.parseLong(arguments[2]),
                    Long.parseLong(arguments[3]),
                    Integer.parseInt(arguments[4]));
        }

        /** Returns the prefix of the table names. */
        String table() {
            return "millrace_proof_" + Long.toHexString(seed);
        }
    }

    private TransferProcess(Path directory, Plan plan, PrintStream out) throws IOException {
        this.directory = directory;
        this.plan = plan;
        this.out = out;
        this.points = new KillPoints(plan.killAt(), out);
        this.bank = XaDatabase.postgresql(plan.bankUrl(), plan.table());
        this.shop = XaDatabase.inFile(
                "jdbc:h2:file:" + directory.toAbsolutePath().resolve("shop") + ";WRITE_DELAY=0;DB_CLOSE_ON_EXIT=FALSE",
                plan.table());
        this.notes = new NotesResource(directory.resolve("notes"));
    }

    /** Runs the process: a directory, and the parts of the plan. */
    public static void main(String[] arguments) throws Exception {
        Plan plan = Plan.of(List.of(arguments).subList(1, arguments.length).toArray(String[]::new));
        try (PrintStream out =
                new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8)) {
            new TransferProcess(Path.of(arguments[0]), plan, out).run();
        }
    }

    private void run() throws Exception {
        List<RecoverableResource> resources = List.of(
                points.around(RecoverableResource.of(bank.name(), bank.source())),
                points.around(RecoverableResource.of(shop.name(), shop.source())),
                points.around(notes));
        TransactionOptions options = TransactionOptions.of(NodeName.of("p" + Long.toHexString(plan.seed())))
                .withBranchOrder(plan.seed() % 4 == 0 ? BranchOrder.PARALLEL : BranchOrder.SEQUENTIAL)
                .withTimeout(Duration.ofHours(1))
                .withRecovering(Recovering.ON_CALL);
        try (bank;
                shop;
                Transactions transactions = Transactions.open(options, points.around(store()), resources)) {
            bank.open();
            shop.open();
            recover(transactions);
            say();
            for (long number = plan.first(); number <= plan.last(); number++) {
                transfer(transactions, number);
                out.println(MOVED + number);
            }
        }
    }

    private DecisionStore store() {
        Path decisions = directory.resolve("decisions");
        return plan.seed() % 3 == 0 ? FileDecisionStore.open(decisions) : GroupCommitDecisionStore.open(decisions);
    }

    /** Recovers until nothing is left; a database may still work for a moment on a request of a killed process. */
    private void recover(Transactions transactions) throws SQLException, IOException {
        RecoveryReport report = transactions.recover();
        for (int pass = 0; pass < PASSES && !(report.isDone() && preparedCount() == 0); pass++) {
            LockSupport.parkNanos(PAUSE_NS);
            report = transactions.recover();
        }
        out.println(PREPARED + preparedCount());
        if (!report.isDone() || !transactions.heuristicOutcomes().isEmpty()) {
            throw new ProofException("recovery does not end, or ends wrongly report=" + report + " outcomes="
                    + transactions.heuristicOutcomes());
        }
    }

    private long preparedCount() throws SQLException, IOException {
        return bank.preparedCount() + shop.preparedCount() + notes.preparedCount();
    }

    private void say() throws SQLException, IOException {
        out.println(bank.name() + " " + text(bank.moved()));
        out.println(shop.name() + " " + text(shop.moved()));
        out.println(notes.name() + " " + text(notes.committed()));
        out.println(RUNNING);
    }

    private static String text(List<Long> numbers) {
        return numbers.stream().sorted().map(String::valueOf).collect(Collectors.joining(","));
    }

    private void transfer(Transactions transactions, long number) throws Exception {
        TransferPlan transfer = TransferPlan.of(plan.seed(), number);
        transactions.begin();
        for (String name : transfer.databases()) {
            notes.note(number);
            XAResource resource = switch (name) {
                case TransferPlan.BANK -> bank.xa().getXAResource();
                case TransferPlan.SHOP -> shop.xa().getXAResource();
                default -> notes;
            };
            transactions.getTransaction().enlistResource(points.named(name, resource));
            if (name.equals(bank.name())) {
                bank.move(number);
            } else if (name.equals(shop.name())) {
                shop.move(number);
            }
        }
        if (transfer.isRolledBack()) {
            transactions.rollback();
        } else {
            transactions.commit();
        }
        try (FileOutputStream told =
                new FileOutputStream(directory.resolve(TOLD).toFile(), true)) {
            told.write((number + (transfer.isRolledBack() ? " R\n" : " C\n")).getBytes(StandardCharsets.UTF_8));
        }
    }

    /** Returns the lines of the transfers whose end was told, the last of them only if it is complete. */
    static List<String> told(Path directory) throws IOException {
        Path file = directory.resolve(TOLD);
        String text = Files.exists(file) ? Files.readString(file) : "";
        return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
    }
}
