package io.millrace.replication;

/**
 * A write to the storage device of what a log held when this was made. It runs beside the member, which may be told of
 * other things meanwhile: a slow device delays no other thread.
 */
public interface Forcing {

    /** Writes, and returns when the device has everything or has failed. Any thread, once. */
    void run();

    /**
     * Notes that {@link #run} has returned. The thread that uses the log; has no effect where the log was cut or took
     * another role meanwhile.
     *
     * @throws ReplicationException if the device has failed
     */
    void done();
}
