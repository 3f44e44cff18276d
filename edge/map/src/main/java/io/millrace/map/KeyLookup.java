package io.millrace.map;

import io.millrace.channel.CallFrames;
import io.millrace.channel.Channel;
import io.millrace.concurrent.OwnerCheck;
import io.millrace.journal.Index;
import io.millrace.journal.SeekResult;
import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.WireLimits;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;

/**
 * What one thread needs to look up a key: the encoded key, access to frames, and buffers to encode and decode with. A
 * key is equal to that of a frame if the arguments of the frame begin with its bytes: an encoded key says itself where
 * it ends, so it is no beginning of another one of the same type.
 */
final class KeyLookup implements AutoCloseable {

    /** Stands for an entry that may be any, or none. */
    static final long ANY = -2;

    private static final int FIRST_BYTES = 512;

    /** A buffer that is larger than this is not kept. */
    private static final int KEPT_BYTES = 1 << 20;

    private static final int MOST = Integer.MAX_VALUE - 64;

    /** What is only read to find keys is bounded by its frame. */
    private static final WireLimits OF_FRAME = new WireLimits(MOST, MOST, MOST, 1_000);

    /** The key, and where callers encode; a value follows the key. */
    final BinaryOutput output;

    private final BinaryInput input;

    private final BinaryInput whole = new BinaryInput(OF_FRAME);

    private final Path directory;
    private final CallFrames frames;
    private MemorySegment memory = MemorySegment.NULL;
    private long offset;
    private int length;
    private int form;
    private long removedFrame = Index.NONE;
    private long expected = ANY;

    KeyLookup(Path directory, Channel channel, WireLimits limits) {
        this.directory = directory;
        this.frames = CallFrames.of(channel, OwnerCheck.OFF);
        this.output = BinaryOutput.allocate(FIRST_BYTES, limits);
        this.input = new BinaryInput(limits);
    }

    /** Sets the key to what the output holds. */
    KeyLookup useOutput() {
        return use(output.segment(), output.start(), output.length());
    }

    /** Sets the key to bytes that stay unchanged while it is looked up. */
    KeyLookup use(MemorySegment from, long at, int bytes) {
        memory = from;
        offset = at;
        length = bytes;
        return this;
    }

    /** Notes the frame of the entry on which a change depends: {@link Index#NONE} where there is none, or ANY. */
    KeyLookup expect(long frame) {
        expected = frame;
        return this;
    }

    /** Returns the frame that was noted. */
    long expected() {
        return expected;
    }

    /** Returns a copy of the key. */
    byte[] bytes() {
        return memory.asSlice(offset, length).toArray(ValueLayout.JAVA_BYTE);
    }

    /** Returns the input at the key, within the limits. */
    BinaryInput keyInput() {
        return input.wrap(memory, offset, length);
    }

    long hash(Hasher hasher) {
        return hasher.hash(memory, offset, length);
    }

    /**
     * Moves to a frame of the map, and returns whether it has the key. One whose segment was removed since it was found
     * has not, and is noted.
     */
    boolean isIn(long frame) {
        SeekResult result = frames.at(frame);
        if (result == SeekResult.BEFORE_START) {
            removedFrame = frame;
            return false;
        }
        requireFound(frame, result);
        long at = frames.offset();
        return frames.length() >= length
                && MemorySegment.mismatch(memory, offset, offset + length, frames.segment(), at, at + length) < 0;
    }

    /** Moves to a frame of the map. */
    void moveTo(long frame) {
        requireFound(frame, frames.at(frame));
    }

    private void requireFound(long frame, SeekResult result) {
        if (result != SeekResult.FOUND) {
            throw MapDirectory.lost(directory, frame, result);
        }
    }

    /** Returns a frame that a look-up has met and whose segment was removed, or {@link Index#NONE}; forgets it. */
    long takeRemovedFrame() {
        long met = removedFrame;
        removedFrame = Index.NONE;
        return met;
    }

    /** Returns the bytes of the frame, its header included. */
    long frameBytes() {
        return frameBytes(frames.index(), frames.offset(), frames.length());
    }

    /** Returns the bytes of a frame whose arguments end where the frame does. */
    static long frameBytes(long index, long argumentsOffset, int argumentsLength) {
        return (argumentsOffset + argumentsLength - Index.position(index) + 7) & -8;
    }

    /** Notes the form of the frame, which has the key. */
    void found(int number) {
        form = number;
    }

    /** Returns the number of the form of the frame that was found. */
    int form() {
        return form;
    }

    /** Returns the input at the value in the frame that was found, within the limits. */
    BinaryInput value() {
        return input.wrap(frames.segment(), frames.offset() + length, frames.length() - length);
    }

    /** Returns the input at the arguments of the frame, to find its key; the limits do not apply. */
    BinaryInput whole() {
        return whole(frames.segment(), frames.offset(), frames.length());
    }

    /** Returns the input at the arguments of a call, to find its key; the limits do not apply. */
    BinaryInput whole(MemorySegment from, long at, int bytes) {
        return whole.wrap(from, at, bytes);
    }

    /** Returns the input at the arguments of a call, within the limits. */
    BinaryInput limited(MemorySegment from, long at, int bytes) {
        return input.wrap(from, at, bytes);
    }

    /** Returns whether its buffer is too large to be kept. */
    boolean isLarge() {
        return output.segment().byteSize() > KEPT_BYTES;
    }

    /** Returns the input at the arguments of the frame, within the limits. */
    BinaryInput arguments() {
        return input.wrap(frames.segment(), frames.offset(), frames.length());
    }

    /** Sets the key to that of the frame, which is in the first bytes of its arguments. */
    KeyLookup useFrame(int keyLength) {
        return use(frames.segment(), frames.offset(), keyLength);
    }

    /** Sets the key to that of a frame, which has a form, and returns its hash. */
    long hash(Hasher hasher, long frame, MapForm form) {
        moveTo(frame);
        return useFrame(form.keyLength(whole())).hash(hasher);
    }

    CallFrames frames() {
        return frames;
    }

    @Override
    public void close() {
        frames.close();
    }
}
