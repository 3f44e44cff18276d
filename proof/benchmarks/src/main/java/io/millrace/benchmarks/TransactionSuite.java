package io.millrace.benchmarks;

import io.millrace.benchmarks.TransactionWorkload.Row;
import io.millrace.benchmarks.TransactionWorkload.ThreadKind;
import java.util.ArrayList;
import java.util.List;

/** The transactions suite: its rows and its sides. */
final class TransactionSuite {
    static final String VOLATILE = "volatile";
    static final String FILE = "file";
    static final String JOURNAL = "journal";

    /** The journal with several batches in flight; it stands beside the peer's journal. */
    static final String ASYNC = "async";

    private static final String PEER = "Narayana 7.3.4";

    private TransactionSuite() {}

    /** Returns all rows, in the order of the report; those of one store are together. */
    static List<Row> rows() {
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

    static List<Row> rows(String store) {
        return rows().stream().filter(row -> row.store().equals(store)).toList();
    }

    static Suite suite() {
        return new Suite(
                "transactions",
                "threads begin a transaction, enlist resources that do nothing, and commit, as fast as they can",
                cases(rows()),
                new Side(Suites.OURS, MillraceTransactionWorkload.class, List.of()),
                List.of(
                        peer(VOLATILE, NarayanaTransactionWorkload.OfMemory.class),
                        peer(FILE, NarayanaTransactionWorkload.OfFiles.class),
                        new Side(
                                PEER + " " + JOURNAL,
                                NarayanaTransactionWorkload.OfJournal.class,
                                List.of(),
                                journalCases())));
    }

    private static List<BenchmarkCase> journalCases() {
        List<BenchmarkCase> cases = new ArrayList<>(cases(rows(JOURNAL)));
        for (Row row : rows(ASYNC)) {
            Row beside = new Row(JOURNAL, row.resources(), row.threads(), row.kind());
            cases.add(new BenchmarkCase(row.name(), "tx/s", Better.HIGHER, beside.name()));
        }
        return cases;
    }

    private static Side peer(String store, Class<? extends Workload> workload) {
        return new Side(PEER + " " + store, workload, List.of(), cases(rows(store)));
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
