package io.millrace.journal;

import java.lang.foreign.MemorySegment;
import java.util.function.LongConsumer;

/** One of several appenders. */
final class SharedAppender extends Appender {

    private static JournalException missing() {
        return new JournalException("Shared ownership is not available yet: ownership=" + Ownership.SHARED);
    }

    SharedAppender(Journal journal) {
        throw missing();
    }

    @Override
    public long append(MemorySegment source, long offset, int length) {
        throw missing();
    }

    @Override
    public FrameBatch batch() {
        throw missing();
    }

    @Override
    public long publish(long expectedSegment) {
        throw missing();
    }

    @Override
    public long segment() {
        throw missing();
    }

    @Override
    public int maxFrameLength() {
        throw missing();
    }

    @Override
    public long lastIndex() {
        throw missing();
    }

    @Override
    public void awaitSynced(long index) {
        throw missing();
    }

    @Override
    public void onSynced(long index, LongConsumer action) {
        throw missing();
    }

    @Override
    public void close() {
        throw missing();
    }
}
