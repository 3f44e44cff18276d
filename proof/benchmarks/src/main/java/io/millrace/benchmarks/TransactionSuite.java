package io.millrace.benchmarks;

import io.millrace.benchmarks.TransactionWorkload.Row;
import io.millrace.benchmarks.TransactionWorkload.ThreadKind;
import io.millrace.harness.BenchmarkCase;
import io.millrace.harness.Better;
import io.millrace.harness.Effort;
import io.millrace.harness.Side;
import io.millrace.harness.Suite;
import io.millrace.harness.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The transactions suite: its rows and its sides. */
final class TransactionSuite {
    static final String VOLATILE = "volatile";
    static final String FILE = "file";
    static final String JOURNAL = "journal";

    /** The journal with several batches in flight; it is compared with the peer's journal. */
    static final String ASYNC = "async";

    private static final String PEER = "Narayana 7.3.4";

    private TransactionSuite() {}

    private static final List<String> STORES = List.of(VOLATILE, FILE, JOURNAL, ASYNC);
    private static final List<Integer> THREADS = List.of(1, 10, 100, 400);

    /** The stage after all stores. */
    static final int LAST_STAGE = STORES.size();

    /** Returns the stage in which all sides measure the rows of a store. */
    static int stage(String store) {
        return STORES.indexOf(store);
    }

    /** Returns all rows, in the order of the report; those of one store are together. */
    static List<Row> rows(Effort effort) {
        return effort == Effort.FULL ? matrix() : mostTelling();
    }

    /** Returns each store with one resource and two, each number of threads, and both kinds of threads. */
    private static List<Row> matrix() {
        List<Row> rows = new ArrayList<>();
        for (String store : STORES) {
            for (ThreadKind kind : ThreadKind.values()) {
                for (int resources = 1; resources <= 2; resources++) {
                    for (int threads : THREADS) {
                        rows.add(new Row(store, resources, threads, kind));
                    }
                }
            }
        }
        return rows;
    }

    private static List<Row> mostTelling() {
        return List.of(
                new Row(VOLATILE, 1, 100, ThreadKind.PLATFORM),
                new Row(VOLATILE, 2, 100, ThreadKind.PLATFORM),
                new Row(FILE, 2, 1, ThreadKind.PLATFORM),
                new Row(FILE, 2, 100, ThreadKind.PLATFORM),
                new Row(JOURNAL, 2, 1, ThreadKind.PLATFORM),
                new Row(JOURNAL, 2, 100, ThreadKind.PLATFORM),
                new Row(JOURNAL, 2, 400, ThreadKind.PLATFORM),
                new Row(JOURNAL, 2, 400, ThreadKind.VIRTUAL),
                new Row(ASYNC, 2, 100, ThreadKind.PLATFORM),
                new Row(ASYNC, 2, 400, ThreadKind.VIRTUAL));
    }

    static List<Row> rows(String store, Effort effort) {
        return rows(effort).stream().filter(row -> row.store().equals(store)).toList();
    }

    static Suite suite(Effort effort) {
        return new Suite(
                "transactions",
                "threads begin a transaction, enlist resources that do nothing, and commit, as fast as they can",
                cases(rows(effort)),
                new Side(Suites.OURS, MillraceTransactionWorkload.class, List.of()),
                List.of(
                        peer(VOLATILE, NarayanaTransactionWorkload.OfMemory.class, effort),
                        peer(FILE, NarayanaTransactionWorkload.OfFiles.class, effort),
                        new Side(
                                PEER + " " + JOURNAL,
                                NarayanaTransactionWorkload.OfJournal.class,
                                Stream.concat(
                                                JournalSuite.ARTEMIS_FLAGS.stream(),
                                                Stream.of(NarayanaTransactionWorkload.flag(JOURNAL)))
                                        .toList(),
                                journalCases(effort))));
    }

    private static List<BenchmarkCase> journalCases(Effort effort) {
        List<BenchmarkCase> cases = new ArrayList<>(cases(rows(JOURNAL, effort)));
        for (Row row : rows(ASYNC, effort)) {
            Row beside = new Row(JOURNAL, row.resources(), row.threads(), row.kind());
            cases.add(new BenchmarkCase(row.name(), "tx/s", Better.HIGHER, beside.name()));
        }
        return cases;
    }

    private static Side peer(String store, Class<? extends Workload> workload, Effort effort) {
        return new Side(
                PEER + " " + store,
                workload,
                List.of(NarayanaTransactionWorkload.flag(store)),
                cases(rows(store, effort)));
    }

    private static List<BenchmarkCase> cases(List<Row> rows) {
        List<BenchmarkCase> cases = new ArrayList<>();
        for (Row row : rows) {
            cases.add(new BenchmarkCase(row.name(), "tx/s", Better.HIGHER, row.name()));
        }
        if (rows.stream().anyMatch(row -> row.store().equals(VOLATILE))) {
            cases.add(new BenchmarkCase(
                    TransactionWorkload.ALLOCATED, "bytes", Better.LOWER, TransactionWorkload.ALLOCATED));
        }
        cases.add(new BenchmarkCase(TransactionWorkload.DEVICE, "/s", Better.HIGHER, TransactionWorkload.DEVICE));
        return cases;
    }
}
