package io.millrace.prove;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Kills processes that coordinate transfers between a real PostgreSQL, an H2 and a {@link NotesResource}, with SIGKILL:
 * at numbered moments before and after each call of the protocol and of recovery, and at random. After the last one has
 * recovered, each transfer was made everywhere or nowhere, as its caller was told if it was, and nothing is prepared or
 * locked in any of them.
 *
 * <p>A seed is a run of its own, with its own tables, directory and processes. It fixes the transfers and the moments;
 * with branches side by side, and where a kill is at random, what was reached may differ.
 */
final class ProcessProof {

    private static final int TRANSFERS = 6;

    /** The moments of a recovery that finds nothing, and of a transfer that all take part in. */
    private static final int MOMENTS_OF_RECOVERY = 6;

    private static final int MOMENTS_OF_TRANSFER = 28;
    private static final int LATEST_NS = 5_000_000;
    private static final int MOST_KILLS_IN_RECOVERY = 3;
    private static final int SHOWN_OF_ERRORS = 2000;

    private final Path directory;
    private final String bankUrl;
    private final long seed;
    private final Consumer<String> progress;

    /**
     * Creates a proof.
     *
     * @param bankUrl the address of a PostgreSQL that allows prepared transactions and has no others in this database
     */
    ProcessProof(Path directory, String bankUrl, long seed, Consumer<String> progress) {
        this.directory = directory;
        this.bankUrl = bankUrl;
        this.seed = seed;
        this.progress = progress;
    }

    ProofReport run(int runs) throws IOException, InterruptedException {
        ProofReport report = new ProofReport("transactions of processes", seed, runs, directory, progress);
        for (long runSeed = seed; runSeed < seed + runs; runSeed++) {
            Path scratch = Files.createDirectories(directory.resolve("seed-" + runSeed));
            try (XaDatabase bank =
                    XaDatabase.postgresql(bankUrl, plan(runSeed, 1, 0, 0).table())) {
                bank.open();
                if (bank.value("select setting::int from pg_settings where name = 'max_prepared_transactions'") == 0) {
                    throw new IOException("PostgreSQL allows no prepared transactions; set"
                            + " max_prepared_transactions to 16 or more url=" + bankUrl);
                }
                run(scratch, runSeed, report);
                bank.drop();
                DirectoryTrees.delete(scratch);
            } catch (ProofException e) {
                report.fail(runSeed, "processes directory=" + scratch, e);
            } catch (SQLException e) {
                throw new IOException("cannot use PostgreSQL url=" + bankUrl + " reason=" + e.getMessage(), e);
            }
            report.ran();
        }
        return report;
    }

    private TransferProcess.Plan plan(long runSeed, long first, long last, int killAt) {
        return new TransferProcess.Plan(bankUrl, runSeed, first, last, killAt);
    }

    /** Kills one at work, then some at recovery, and lets the last one come to its end. */
    private void run(Path scratch, long runSeed, ProofReport report) throws IOException, InterruptedException {
        SplittableRandom random = new SplittableRandom(runSeed);
        boolean atRandom = random.nextInt(4) == 0;
        int killAt = atRandom ? 0 : 1 + random.nextInt(MOMENTS_OF_RECOVERY + MOMENTS_OF_TRANSFER * TRANSFERS);
        Child working = start(scratch, plan(runSeed, 1, TRANSFERS, killAt));
        try {
            if (atRandom) {
                working.await(TransferProcess.RUNNING);
                for (int moved = random.nextInt(TRANSFERS); moved > 0; moved--) {
                    working.await(TransferProcess.MOVED);
                }
                LockSupport.parkNanos(random.nextInt(LATEST_NS));
                report.count("killed at random", 1);
            } else {
                count(working.await(KillPoints.AT), "killed ", report);
            }
        } finally {
            working.kill();
        }
        for (int kill = random.nextInt(MOST_KILLS_IN_RECOVERY + 1); kill > 0; kill--) {
            Child recovering = start(scratch, plan(runSeed, 1, 0, 1 + random.nextInt(2 * MOMENTS_OF_RECOVERY)));
            try {
                count(recovering.await(KillPoints.AT), "recovery: killed ", report);
            } finally {
                recovering.kill();
            }
        }
        Child last = start(scratch, plan(runSeed, TRANSFERS + 1, TRANSFERS + 1, 0));
        try {
            check(scratch, runSeed, last, report);
        } finally {
            last.kill();
        }
    }

    private static void count(String reached, String prefix, ProofReport report) {
        report.count(reached == null ? prefix + "not, it had ended" : prefix + reached, 1);
    }

    private static void check(Path scratch, long runSeed, Child last, ProofReport report)
            throws IOException, InterruptedException {
        List<String> told = TransferProcess.told(scratch); // by those that were killed
        String prepared = last.awaitSurely(TransferProcess.PREPARED);
        Map<String, List<Long>> made = new HashMap<>();
        for (String name : TransferPlan.ALL) {
            made.put(name, numbers(last.awaitSurely(name + " ").substring(name.length() + 1)));
        }
        last.awaitSurely(TransferProcess.MOVED); // and it can continue
        last.awaitEnd();
        if (!prepared.equals(TransferProcess.PREPARED + 0)) {
            throw new ProofException("transactions are left prepared=" + prepared);
        }
        for (long number = 1; number <= TRANSFERS; number++) {
            check(TransferPlan.of(runSeed, number), number, made, told, report);
        }
    }

    private static void check(
            TransferPlan plan, long number, Map<String, List<Long>> made, List<String> told, ProofReport report) {
        List<String> where = new ArrayList<>();
        for (String name : TransferPlan.ALL) {
            if (made.get(name).contains(number)) {
                where.add(name);
            }
        }
        String what = "number=" + number + " plan=" + plan + " made=" + where + " told=" + told;
        if (!where.isEmpty() && !where.equals(plan.databases())) {
            throw new ProofException("branches ended in different ways " + what);
        }
        if (where.isEmpty() ? told.contains(number + " C") : plan.isRolledBack() || told.contains(number + " R")) {
            throw new ProofException("the caller was told a wrong outcome " + what);
        }
        report.count(where.isEmpty() ? "transfers not made" : "transfers made", 1);
        if (!where.isEmpty() && !told.contains(number + " C")) {
            report.count("transfers made without an answer", 1);
        }
    }

    private static List<Long> numbers(String text) {
        List<Long> numbers = new ArrayList<>();
        for (String number : text.isEmpty() ? new String[0] : text.split(",")) {
            numbers.add(Long.valueOf(number));
        }
        return numbers;
    }

    private static Child start(Path scratch, TransferProcess.Plan plan) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(scratch.toString()));
        arguments.addAll(plan.arguments());
        Path errors = scratch.resolve("errors.log");
        Process process = JavaCommand.start(TransferProcess.class, arguments, errors);
        return new Child(process, process.inputReader(), errors);
    }

    /** A process, and what it says. */
    private record Child(Process process, BufferedReader said, Path errors) {

        /**
         * Returns the next line that begins so, or null if the process has come to its end without it.
         *
         * @throws ProofException if it has failed
         */
        String await(String beginning) throws IOException, InterruptedException {
            for (String line = said.readLine(); line != null; line = said.readLine()) {
                if (line.startsWith(beginning)) {
                    return line;
                }
            }
            awaitEnd();
            return null;
        }

        String awaitSurely(String beginning) throws IOException, InterruptedException {
            String line = await(beginning);
            if (line == null) {
                throw new ProofException("the process did not report its findings missing=" + beginning);
            }
            return line;
        }

        void awaitEnd() throws IOException, InterruptedException {
            int exit = process.waitFor();
            if (exit != 0) {
                String text = Files.readString(errors);
                throw new ProofException("a process has failed exit=" + exit + " errors="
                        + text.substring(Math.max(0, text.length() - SHOWN_OF_ERRORS)));
            }
        }

        void kill() throws IOException, InterruptedException {
            process.destroyForcibly().waitFor();
            said.close();
        }
    }
}
