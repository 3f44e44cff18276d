package io.millrace.leaks;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** What one test run remembers from test to test: its log recorder, and what has been reported already. */
record Ledger(LogRecorder logs, Set<Object> reported) implements AutoCloseable {

    static Ledger open() {
        if (!ProcessFiles.readable()) {
            System.getLogger("io.millrace.leaks")
                    .log(System.Logger.Level.INFO, "no /proc, so open and mapped files are not checked");
        }
        return new Ledger(LogRecorder.install(), ConcurrentHashMap.newKeySet());
    }

    @Override
    public void close() {
        logs.close();
    }
}
