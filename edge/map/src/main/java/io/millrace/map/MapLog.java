package io.millrace.map;

import io.millrace.channel.CallTailer;
import io.millrace.channel.Channel;
import io.millrace.channel.ChannelException;
import io.millrace.journal.Durability;
import io.millrace.journal.Index;
import io.millrace.journal.Read;
import io.millrace.journal.SeekResult;
import io.millrace.journal.SegmentHold;
import io.millrace.wire.BinaryInput;
import io.millrace.wire.WireException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Reads the calls of a map in order, and passes on those that count.
 *
 * <p>The calls of a batch are a group: they are collected until its last call, and passed on together. A group whose
 * last call is missing, because power was lost, is followed by a call that begins another group or belongs to none, and
 * is dropped.
 *
 * <p>A large batch is in several segments. Where compaction has removed those with its first calls, which were replaced
 * then, the rest of it counts: only batches that were complete are compacted.
 *
 * <p>What is read is <i>whole</i>, so that the newest values of all keys are known, from the first call of a map on;
 * where compaction has removed that, from the first call {@code compacted} on that needs no removed segment.
 *
 * <p>The segments that were read stay mapped until they are released, so that the frames of an index are found although
 * the owner compacts meanwhile. One thread at a time.
 */
final class MapLog implements AutoCloseable {

    private final Path directory;
    private final MapForms forms;
    private final CallTailer tailer;
    private final SegmentHold hold;
    private final KeyLookup key;
    private final KeyLookup grouped;

    private long[] groupFrames = new long[16];
    private MapForms.Known[] groupCalls = new MapForms.Known[16];
    private int groupSize;
    private long groupInput;

    /** How many calls of the group were in segments that are removed. */
    private long groupRemoved;

    private long firstSegment = Index.NONE;
    private boolean whole;
    private long lastIndex = Index.NONE;
    private long settledIndex = Index.NONE;

    private long index;
    private MemorySegment memory = MemorySegment.NULL;
    private long offset;
    private int length;
    private int keyLength;

    /** Accepts the calls, which it reads from the log. */
    interface Calls {
        /** Accepts a put, a removal, or a call that puts a value again; the key of the log is set. */
        void entry(MapCall call, MapForm form);

        /** Accepts that the segments before one are not needed from here on. */
        void compacted(long segment);

        /** Accepts the beginning of a batch. */
        void batchBegins();

        /** Accepts the end of a batch. */
        void batchEnds();

        /** Accepts that a batch has failed in the middle. */
        void batchFailed(Throwable error);
    }

    MapLog(Path directory, Channel channel, MapForms forms, MapOptions options, Durability level) {
        this.directory = directory;
        this.forms = forms;
        this.tailer = CallTailer.of(channel, level);
        this.hold = SegmentHold.of(channel.journal().orElseThrow());
        this.key = new KeyLookup(directory, channel, options.limits());
        this.grouped = new KeyLookup(directory, channel, options.limits());
    }

    /** Moves before the calls from which the newest values of all keys are known. */
    void toPeriod() {
        restart();
        tailer.toPeriod();
    }

    /** Moves before the first call that is kept. */
    void toStart() {
        restart();
        tailer.toStart();
    }

    private void restart() {
        dropGroup();
        firstSegment = Index.NONE;
        whole = false;
        lastIndex = Index.NONE;
        settledIndex = Index.NONE;
    }

    /** Moves after the call at an index, and returns whether the call is kept. */
    SeekResult seekAfter(long after) {
        restart();
        SeekResult result = tailer.seekAfter(after);
        if (result == SeekResult.FOUND) {
            settledIndex = after;
            whole = true;
        }
        return result;
    }

    /** Moves to the next call, and returns whether there is one, as {@link CallTailer#read()} does. */
    Read read() {
        Read read;
        try {
            read = tailer.read();
        } catch (ChannelException e) {
            throw new MapException("the journal of a map has something else than calls: " + e.getMessage(), e);
        }
        if (read == Read.MESSAGE) {
            index = tailer.index();
            memory = tailer.segment();
            offset = tailer.offset();
            length = tailer.length();
        }
        return read;
    }

    /** Passes on what the current call completes. */
    void take(Calls calls) {
        hold.add(index);
        MapForms.Known known = forms.of(tailer.schema());
        boolean isFirst = firstSegment == Index.NONE;
        if (isFirst) {
            firstSegment = Index.segment(index);
            whole |= known.call() == MapCall.BEGUN;
        }
        lastIndex = index;
        long number = tailer.number();
        if (number == 0) {
            dropGroup();
            settledIndex = index;
            pass(calls, known);
            return;
        }
        long batch = tailer.inputIndex();
        if (number == 1 || batch != groupInput) {
            dropGroup();
        }
        if (isFirst && !whole) {
            groupRemoved = number - 1;
        }
        groupInput = batch;
        if (number != groupRemoved + groupSize + 1 || known.form() == null) {
            dropGroup(); // the first calls of this group are missing
            return;
        }
        if (groupSize == groupFrames.length) {
            groupFrames = Arrays.copyOf(groupFrames, 2 * groupSize);
            groupCalls = Arrays.copyOf(groupCalls, 2 * groupSize);
        }
        groupFrames[groupSize] = index;
        groupCalls[groupSize++] = known;
        if (tailer.last()) {
            settledIndex = index;
            passGroup(calls);
        }
    }

    private void passGroup(Calls calls) {
        calls.batchBegins();
        try {
            for (int i = 0; i < groupSize; i++) {
                index = groupFrames[i];
                grouped.moveTo(index);
                memory = grouped.frames().segment();
                offset = grouped.frames().offset();
                length = grouped.frames().length();
                pass(calls, groupCalls[i]);
            }
        } catch (RuntimeException | Error e) {
            calls.batchFailed(e);
            throw e;
        } finally {
            dropGroup();
        }
        calls.batchEnds();
    }

    private void dropGroup() {
        groupSize = 0;
        groupRemoved = 0;
    }

    private void pass(Calls calls, MapForms.Known known) {
        switch (known.call()) {
            case BEGUN -> checkVersion(arguments().readInt());
            case COMPACTED -> {
                BinaryInput in = arguments();
                checkVersion(in.readInt());
                long segment = in.readLong();
                whole |= segment >= firstSegment;
                calls.compacted(segment);
            }
            default -> {
                keyLength = keyLength(known.form());
                key.use(memory, offset, keyLength);
                calls.entry(known.call(), known.form());
            }
        }
    }

    /** Returns the length of the key of an entry, and refuses one that is none. */
    private int keyLength(MapForm form) {
        try {
            return form.checkedKeyLength(arguments());
        } catch (WireException e) {
            throw MapDirectory.damaged(directory, index, e);
        }
    }

    private void checkVersion(int found) {
        if (found > MapForm.VERSION) {
            throw MapForms.newer(directory, "version=" + found);
        }
    }

    /** Returns the forms of the entries that were read. */
    MapForm[] forms() {
        return forms.entries();
    }

    /** Returns the key of the current entry. */
    KeyLookup key() {
        return key;
    }

    /** Returns the input at the arguments of the current call; no limits apply. */
    BinaryInput arguments() {
        return key.whole(memory, offset, length);
    }

    /** Returns the input at the arguments of the current call, within the limits. */
    BinaryInput limited() {
        return key.limited(memory, offset, length);
    }

    /** Returns the index of the current call. */
    long index() {
        return index;
    }

    /** Returns where the reading is: greater than the index of each call before it, at most that of each later one. */
    long boundary() {
        return tailer.boundary();
    }

    /** Returns the bytes from the header of the current frame to its end. */
    long frameBytes() {
        return KeyLookup.frameBytes(index, offset, length);
    }

    /** Returns the index of the last call that was taken. */
    long lastIndex() {
        return lastIndex;
    }

    /** Returns the index of the last call that was taken and ends no batch in the middle. */
    long settledIndex() {
        return settledIndex;
    }

    /** Returns whether the newest values of all keys are known. */
    boolean isWhole() {
        return whole;
    }

    /** Returns the first index from which on the log is whole, {@link Index#NONE} if there is none; reads on. */
    long firstWhole(Calls calls) {
        toStart();
        while (read() == Read.MESSAGE) {
            take(calls);
            if (whole) {
                return settledIndex;
            }
        }
        return Index.NONE;
    }

    /** Returns whether no call was read. */
    boolean isEmpty() {
        return firstSegment == Index.NONE;
    }

    /** Returns the number of the segment in which the first call was. */
    long firstSegment() {
        return firstSegment;
    }

    /** Releases the segments before one. */
    void releaseBefore(long segment) {
        hold.releaseBefore(segment);
    }

    @Override
    public void close() {
        tailer.close();
        key.close();
        grouped.close();
        hold.close();
    }
}
