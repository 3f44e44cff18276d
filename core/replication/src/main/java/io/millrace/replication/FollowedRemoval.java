package io.millrace.replication;

import io.millrace.journal.CopyForce;
import io.millrace.journal.CopyWriter;
import io.millrace.journal.JournalException;
import io.millrace.memory.MemoryException;

/**
 * Segments of a copy that its source has removed: first another thread writes to the storage device what the copy held
 * when it was told, then the thread of the log removes them. A force that fails is tried again.
 */
final class FollowedRemoval implements AutoCloseable {

    private final long firstKept;
    private final long removedFrames;
    private final long boundary;
    private CopyForce force;
    private Thread thread;
    private volatile RuntimeException failure;

    FollowedRemoval(long firstKept, long removedFrames, long boundary) {
        this.firstKept = firstKept;
        this.removedFrames = removedFrames;
        this.boundary = boundary;
    }

    /** Takes a step, about once a second; returns whether the segments are removed. */
    boolean isDone(CopyWriter writer) {
        if (thread != null) {
            if (thread.isAlive()) {
                return false;
            }
            thread = null;
            noteForce();
        }
        if (writer.syncedEnd() < boundary) {
            force = writer.forcing();
        }
        if (force != null) {
            thread = Thread.ofPlatform().name("millrace-copy-force").start(this::run);
            return false;
        }
        writer.removeBefore(firstKept, removedFrames);
        return true;
    }

    private void run() {
        try {
            force.run();
        } catch (JournalException e) {
            failure = e;
        } catch (MemoryException | InternalError e) { // a page that the device could not take
            failure = new JournalException("cannot sync frames reason=" + e.getMessage(), e);
        }
    }

    private void noteForce() {
        CopyForce ended = force;
        RuntimeException failed = failure;
        force = null;
        failure = null;
        if (failed == null) {
            ended.done();
        } else {
            throw failed;
        }
    }

    /** Waits for a force that is under way, which has files open. */
    @Override
    public void close() {
        try {
            if (thread != null) {
                thread.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
