package io.millrace.map;

import io.millrace.channel.ChannelWriter;
import io.millrace.channel.Input;
import io.millrace.channel.JournalChannelWriter;
import io.millrace.channel.Source;
import io.millrace.concurrent.BackoffIdleStrategy;
import io.millrace.concurrent.IdleStrategy;
import io.millrace.journal.Index;
import io.millrace.journal.Ownership;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.CallSchema;
import io.millrace.wire.DeclaredValue;
import io.millrace.wire.ValuesCodec;
import io.millrace.wire.Wire;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.LongPredicate;

/**
 * Publishes the calls of a map and applies them, under the lock of the store.
 *
 * <p>Where the map has one owner, everything is applied before a change, and a call is simply published. Several
 * writers decide in the order of the log: a writer claims the space of its call, so that its position is fixed, waits
 * until all calls before it are published or fenced, and applies them; then it knows whether the entry is still the
 * one that it has found. If so it publishes the call, else it leaves padding and the change is repeated. So the log has
 * only changes that count, and what it says is the same in every process. A writer that is killed or stopped in between
 * is fenced, and one that continues after that claims other space and decides anew.
 *
 * <p>Two writers never wait for each other, since each waits only for claims before its own. A change is repeated only
 * where another one has succeeded.
 */
final class ChangeWriter implements AutoCloseable {

    private static final Source BATCH = Source.external("batch");

    /** The most bytes that a call of a batch takes besides its arguments. */
    private static final int CALL_BYTES = 64;

    private final MapStore store;
    private final ChannelWriter writer;

    /** Null where the map has one owner. */
    private final JournalChannelWriter shared;

    private final IdleStrategy idle = new BackoffIdleStrategy();
    private final Input input = new Input();
    private final LongPredicate condition = this::holds;

    /** The key of the call that is being published, with the entry that was found; null where that does not matter. */
    private KeyLookup found;

    /** The index of the last call that was published, which is to be applied. */
    private long ownIndex = Index.NONE;

    /** The calls of a batch. */
    interface Calls {
        void writeTo(ChannelWriter writer);
    }

    ChangeWriter(MapStore store, ChannelWriter writer) {
        this.store = store;
        this.writer = writer;
        boolean isShared = store.options().ownership() == Ownership.SHARED;
        this.shared = isShared ? writer.journalWriter().orElseThrow() : null;
    }

    /** Writes the first call. */
    void begin() {
        ValuesCodec codec = Wire.closed()
                .values(
                        MapForm.INTERFACE,
                        MapForm.BEGUN,
                        List.of(new DeclaredValue(MapForm.PARAMETER_VERSION, int.class, MapStore.class)));
        BinaryOutput out = BinaryOutput.allocate(Long.BYTES);
        codec.writeOne(out, 0, MapForm.VERSION);
        publish(codec.schema(), out.segment(), out.start(), out.length());
    }

    boolean isShared() {
        return shared != null;
    }

    /** Publishes a call and applies it. */
    void publish(CallSchema schema, MemorySegment arguments, long offset, int length) {
        if (shared == null) {
            writer.call(schema, arguments, offset, length);
        } else {
            ownIndex = shared.callIf(schema, arguments, offset, length, condition);
        }
        store.reached(MapPoint.CHANGE_PUBLISHED);
        applyOwn();
    }

    /**
     * Publishes a call and applies it if the entry of its key is the one that was found.
     *
     * @param key the key, with what {@link KeyLookup#expect} was told
     * @return false where another process has changed it; nothing was published then
     */
    boolean publishIf(CallSchema schema, MemorySegment arguments, long offset, int length, KeyLookup key) {
        if (shared == null || key.expected() == KeyLookup.ANY) {
            publish(schema, arguments, offset, length);
            return true;
        }
        found = key;
        long index;
        try {
            index = shared.callIf(schema, arguments, offset, length, condition);
        } finally {
            found = null;
        }
        if (index == Index.NONE) {
            return false;
        }
        ownIndex = index;
        store.reached(MapPoint.CHANGE_PUBLISHED);
        applyOwn();
        return true;
    }

    private boolean holds(long index) {
        return found == null || isAsFound(index);
    }

    /** Returns whether the entry is the one that was found, where the calls before an index are applied. */
    private boolean isAsFound(long index) {
        applyBefore(index);
        boolean isThere = store.index().find(found);
        if (!isThere && found.takeRemovedFrame() != Index.NONE) {
            return false;
        }
        return found.expected() == (isThere ? found.frames().index() : Index.NONE);
    }

    /** Refuses a batch that several writers cannot publish in one piece: a segment holds it. */
    void checkGroup(long bytes, int calls) {
        long segmentBytes = store.options().segmentSizeBytes();
        long limit = segmentBytes - segmentBytes / 8;
        long needed = bytes + (long) calls * CALL_BYTES;
        if (shared != null && needed > limit) {
            throw new MapException("batch is too large for a map with several writers; larger segments hold larger ones"
                    + " directory=" + store.directory() + " changes=" + calls + " bytes=" + needed + " limit=" + limit
                    + " segmentSizeBytes=" + segmentBytes);
        }
    }

    /** Publishes the calls of a batch as one; {@link #applyOwn} applies them. */
    void publishGroup(Calls calls) {
        long number = store.readIndex() + 1; // the calls of a group are together, or no other batch has this number
        writer.begin(input.set(BATCH, number, 0));
        try {
            calls.writeTo(writer);
            if (shared == null) {
                writer.commit();
            } else {
                ownIndex = shared.commitIf(condition);
            }
        } catch (RuntimeException | Error e) {
            // The group is open even where no call of it was staged. What was published of it lacks its last call.
            MapStore.closeAfter(e, writer::rollback);
            throw e;
        }
    }

    /** Applies everything up to what was published last; waits for calls of other writers before it. */
    void applyOwn() {
        if (shared == null) {
            store.applyAll();
        } else {
            applyBefore(ownIndex + 1);
        }
    }

    /** Applies all calls before an index, and waits until no other writer has claimed space before it. */
    private void applyBefore(long index) {
        idle.reset();
        store.applyAll();
        while (store.boundary() < index) {
            idle.idle();
            store.applyAll();
        }
    }

    /** Puts a period in force once the calls up to {@code end} are synced. */
    void openPeriod(long begin, long end) {
        writer.journalWriter().orElseThrow().openPeriod(begin, end);
    }

    /** Waits until everything that was written survives a loss of power. */
    void sync() {
        writer.journalWriter().ifPresent(JournalChannelWriter::sync);
    }

    @Override
    public void close() {
        writer.close();
    }
}
