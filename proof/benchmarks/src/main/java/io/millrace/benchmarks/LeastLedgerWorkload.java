package io.millrace.benchmarks;

import io.millrace.harness.BenchmarkException;
import io.millrace.harness.Effort;
import io.millrace.harness.Figures;
import io.millrace.harness.Turn;
import io.millrace.harness.WorkDirectory;
import io.millrace.harness.Workload;
import io.millrace.ledger.Digest;
import io.millrace.ledger.Signatures;
import io.millrace.ledger.TransactionCheck;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** What seats cannot avoid, without a ledger: each hashes, stores and verifies each transaction once. */
public final class LeastLedgerWorkload implements Workload {
    private static final int TRANSACTIONS = 2_000;
    private static final int STORED_BYTES = 1 << 22;
    private static final double NS_A_SECOND = 1e9;
    private static final double US_A_MS = 1e3;
    private static final int MESSAGES = 3;
    private static final int FORCES = 2;
    private static final int MANY = 100;

    private final Signatures signatures = Signatures.fastest();

    /** Creates the workload; a fork calls this. */
    public LeastLedgerWorkload() {}

    @Override
    public void run(Effort effort, Path directory, Figures figures) throws Exception {
        for (LedgerCase load : LedgerSuite.loads(effort)) {
            if (figures.isWanted(load.name())) {
                Turn.next();
                figures.report(load.name(), callsPerSecond(load, effort.latencyNs() / 4));
            }
        }
        if (figures.isWanted(LedgerSuite.LATENCIES) || figures.isWanted(LedgerSuite.MESSAGE, LedgerSuite.FORCE)) {
            Turn.next();
            int count = LedgerSuite.latencies(effort);
            try (WorkDirectory fresh = WorkDirectory.create(directory)) {
                double messageUs = MachineTimes.messageUs(MANY * count);
                double forceUs = MachineTimes.forceUs(fresh.path().resolve("forced"), count);
                double sumMs = (MESSAGES * messageUs + FORCES * forceUs) / US_A_MS;
                LedgerSuite.LATENCIES.forEach(name -> figures.report(name, sumMs));
                figures.report(LedgerSuite.MESSAGE, messageUs);
                figures.report(LedgerSuite.FORCE, forceUs);
            }
        }
    }

    private double callsPerSecond(LedgerCase load, long forNs) throws Exception {
        LedgerTransactions made = new LedgerTransactions(Digest.of(new byte[32]), load.seats());
        int count = Math.max(1, TRANSACTIONS / load.callsOfSignature());
        List<byte[]> transactions = made.make(signatures, 0, load.callsOfSignature(), count);
        TransactionCheck check = made.check(signatures);
        int verified = switch (load.crypto()) {
            case FULL -> load.seats();
            case ONCE -> 1;
            case NONE -> 0;
        };
        int threads = Runtime.getRuntime().availableProcessors();
        long startNs = System.nanoTime();
        long done = 0;
        try (ExecutorService all = Executors.newFixedThreadPool(threads)) {
            List<Future<Long>> parts = new ArrayList<>();
            for (int thread = 0; thread < threads; thread++) {
                parts.add(all.submit(() -> work(transactions, load.seats(), verified, check, startNs + forNs)));
            }
            for (Future<Long> part : parts) {
                done += part.get();
            }
        }
        return done * load.callsOfSignature() / ((System.nanoTime() - startNs) / NS_A_SECOND);
    }

    private static long work(List<byte[]> transactions, int seats, int verified, TransactionCheck check, long untilNs)
            throws NoSuchAlgorithmException {
        MessageDigest hash = MessageDigest.getInstance("SHA-256");
        byte[] stored = new byte[STORED_BYTES];
        int at = 0;
        long done = 0;
        do { // once at least, however late the thread begins
            byte[] transaction = transactions.get((int) (done % transactions.size()));
            for (int seat = 0; seat < seats; seat++) {
                byte[] digest = hash.digest(transaction);
                at = at + transaction.length > STORED_BYTES ? 0 : at;
                System.arraycopy(transaction, 0, stored, at, transaction.length);
                stored[at] = digest[0];
                at += transaction.length;
                if (seat < verified && !check.isRight(transaction)) {
                    throw new BenchmarkException("a transaction is not right");
                }
            }
            done++;
        } while (System.nanoTime() < untilNs);
        return done;
    }
}
