package io.millrace.tx;

import io.millrace.transactions.DecisionStore;
import io.millrace.transactions.GroupCommitDecisionStore;
import java.io.IOException;
import java.nio.file.Path;

/** A process that has a store open until its input ends. */
final class StoreHolder {
    private StoreHolder() {}

    /** Opens the store in a directory, and says so with a line. */
    public static void main(String... args) throws IOException {
        try (DecisionStore store = GroupCommitDecisionStore.open(Path.of(args[0]))) {
            System.out.println("start " + store.incarnation());
            System.in.readAllBytes();
        }
    }
}
