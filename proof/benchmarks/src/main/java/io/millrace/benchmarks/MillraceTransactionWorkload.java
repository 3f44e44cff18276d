package io.millrace.benchmarks;

import io.millrace.harness.BenchmarkException;
import io.millrace.harness.Effort;
import io.millrace.harness.Row;
import io.millrace.transactions.DecisionStore;
import io.millrace.transactions.FileDecisionStore;
import io.millrace.transactions.GroupCommitDecisionStore;
import io.millrace.transactions.NodeName;
import io.millrace.transactions.TransactionOptions;
import io.millrace.transactions.Transactions;
import io.millrace.transactions.VolatileDecisionStore;
import jakarta.transaction.TransactionManager;
import java.nio.file.Path;
import java.util.List;

/** The transactions suite on Millrace. */
public final class MillraceTransactionWorkload extends TransactionWorkload {

    private static final int IN_FLIGHT = 2;

    /** Creates the workload; a fork calls this. */
    public MillraceTransactionWorkload() {}

    @Override
    List<Row> rows(Effort effort) {
        return TransactionSuite.rows(effort);
    }

    @Override
    Opened open(String store, Path directory) {
        DecisionStore decisions = switch (store) {
            case TransactionSuite.VOLATILE -> new VolatileDecisionStore();
            case TransactionSuite.FILE -> FileDecisionStore.open(directory);
            case TransactionSuite.JOURNAL -> GroupCommitDecisionStore.open(directory);
            case TransactionSuite.ASYNC -> GroupCommitDecisionStore.openPipelined(directory, IN_FLIGHT);
            default -> throw new BenchmarkException("there is no such store store=" + store);
        };
        Transactions transactions =
                Transactions.open(TransactionOptions.of(NodeName.of("bench")), decisions, List.of());
        return new Opened() {
            @Override
            public TransactionManager manager() {
                return transactions;
            }

            @Override
            public void close() {
                transactions.close();
            }
        };
    }
}
