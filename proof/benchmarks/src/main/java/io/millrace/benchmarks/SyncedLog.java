package io.millrace.benchmarks;

import java.nio.file.Path;

/** A log whose messages survive a loss of power once {@link #append} returns. Any number of threads may append. */
interface SyncedLog extends AutoCloseable {

    /** Opens a log in an empty directory. */
    interface Opener {
        SyncedLog open(Path directory) throws Exception;
    }

    /** Appends a message of 40 bytes and waits until it is on the storage device. */
    void append() throws Exception;

    /** Returns how many messages the log has. */
    long messages();

    @Override
    void close();
}
