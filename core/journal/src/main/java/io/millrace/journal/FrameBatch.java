package io.millrace.journal;

import io.millrace.concurrent.ThreadOwner;
import io.millrace.memory.Memory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Objects;

/**
 * Frames that are encoded one after another in private memory and then published together: readers see all of them or
 * none, also when the process is killed half-way.
 *
 * <p>{@link #begin} opens a frame and returns where its payload goes in {@link #memory()}; {@link #end} closes it. Up
 * to eight bytes after the payload may be overwritten, if {@link #capacity()} allows. A frame that was begun and not
 * ended does not exist: the next {@code begin} replaces it. After {@link Appender#publish}, the frames and their
 * indexes can be read until the next {@code begin} or {@link #clear}. Belongs to its appender and that appender's
 * owner: methods that change the batch refuse another thread with a {@link WrongThreadException}.
 */
public final class FrameBatch {

    private static final int FIRST_BYTES = 1 << 12;
    private static final int FIRST_FRAMES = 16;
    private static final int SLACK_BYTES = 16;
    private static final int NOT_BEGUN = -1;

    private final int maxFrameLength;
    private final ThreadOwner owner;

    private MemorySegment memory;
    private int sizeBytes;
    private int[] starts = new int[FIRST_FRAMES];
    private int frames;
    private int metadataFrames;
    private int lowBegun = NOT_BEGUN;
    private FrameKind kindBegun = FrameKind.DATA;
    private BatchEncryption encryption;
    private long firstIndex = Index.NONE;

    FrameBatch(int maxFrameLength, ThreadOwner owner) {
        this.owner = owner;
        this.maxFrameLength = maxFrameLength;
        this.memory = allocate(FIRST_BYTES);
    }

    private static MemorySegment allocate(int bytes) {
        return Arena.ofAuto().allocate(bytes, FrameLayout.ALIGNMENT);
    }

    /** Returns the memory of the batch; {@link #begin} and {@link #grow} may replace it by a larger one. */
    public MemorySegment memory() {
        return memory;
    }

    /**
     * Opens a frame.
     *
     * @param kind kind of the frame
     * @param lengthHint bytes that should be free for the payload, which may become shorter or longer
     * @return where in {@link #memory()} the payload starts, a multiple of 8
     * @throws JournalException if the hint is negative or more than {@link Appender#maxFrameLength()}, less the
     *     overhead of encryption
     */
    public long begin(FrameKind kind, int lengthHint) {
        owner.check();
        if (firstIndex != Index.NONE) {
            forget();
        }
        lowBegun = NOT_BEGUN;
        kindBegun = kind;
        grow(lengthHint);
        lowBegun = FrameLayout.low(FrameLayout.state(kind), 0);
        return FrameLayout.HEADER_BYTES + (long) sizeBytes + headBytes(kind);
    }

    /** Returns the bytes between the header of a frame and its payload. */
    private int headBytes(FrameKind kind) {
        return encryption != null && kind == FrameKind.DATA ? EncryptedLayout.HEAD_BYTES : 0;
    }

    private int overheadBytes(FrameKind kind) {
        return encryption != null && kind == FrameKind.DATA ? EncryptedLayout.OVERHEAD_BYTES : 0;
    }

    /** Returns the bytes that are free for the payload of the frame that is open. */
    public int capacity() {
        int free = (int) memory.byteSize() - sizeBytes - FrameLayout.HEADER_BYTES - SLACK_BYTES;
        return Math.min(maxFrameLength, free) - overheadBytes(kindBegun);
    }

    /**
     * Provides space for a payload of {@code needed} bytes, keeping the bytes written so far. The offset that {@link
     * #begin} returned is still valid, in the new {@link #memory()}.
     *
     * @throws JournalException if a frame cannot have that length
     */
    public void grow(int needed) {
        owner.check();
        int overhead = overheadBytes(kindBegun);
        if (needed < 0 || needed > maxFrameLength - overhead) {
            throw tooLong(needed);
        }
        if (needed > capacity()) {
            long wanted = (long) sizeBytes + FrameLayout.HEADER_BYTES + needed + overhead + SLACK_BYTES;
            long bytes = Math.max(wanted, Math.min(2 * memory.byteSize(), Integer.MAX_VALUE - FIRST_BYTES));
            if (bytes > Integer.MAX_VALUE - FIRST_BYTES) {
                throw tooLong(needed);
            }
            MemorySegment larger = allocate((int) bytes);
            MemorySegment.copy(memory, 0, larger, 0, memory.byteSize());
            memory = larger;
        }
    }

    /**
     * Closes the frame that is open.
     *
     * @param length bytes of payload that were written, at most {@link #capacity()}
     * @throws JournalException if no frame is open or it cannot have that length
     */
    public void end(int length) {
        owner.check();
        if (lowBegun == NOT_BEGUN) {
            throw new JournalException("no frame was begun in the batch length=" + length + " frames=" + frames);
        }
        if (length < 0 || length > capacity()) {
            throw tooLong(length);
        }
        if (frames == starts.length) {
            starts = Arrays.copyOf(starts, 2 * frames);
        }
        int whole = length + overheadBytes(kindBegun);
        if (encryption != null) {
            encryption.ended(frames, kindBegun);
        }
        starts[frames++] = sizeBytes;
        Memory.setLongPlain(memory, sizeBytes, (lowBegun | whole) & FrameLayout.LOW_MASK);
        sizeBytes += FrameLayout.frameBytes(whole);
        metadataFrames += kindBegun == FrameKind.METADATA ? 1 : 0;
        lowBegun = NOT_BEGUN;
    }

    private JournalException tooLong(int length) {
        return new JournalException("invalid frame length length=" + length + " limit="
                + (maxFrameLength - overheadBytes(kindBegun)) + " frames=" + frames + " batchBytes=" + sizeBytes);
    }

    /** Returns how many frames have been closed. */
    public int frames() {
        return frames;
    }

    /** Returns where in {@link #memory()} the payload of a frame starts; frames count from zero. */
    public long payloadOffset(int frame) {
        return FrameLayout.HEADER_BYTES + (long) start(frame) + headBytes(kind(frame));
    }

    /** Returns the length of the payload of a frame. */
    public int payloadLength(int frame) {
        return FrameLayout.length(header(frame)) - overheadBytes(kind(frame));
    }

    /** Returns the kind of a frame. */
    public FrameKind kind(int frame) {
        return FrameLayout.kind(FrameLayout.state(header(frame)));
    }

    /** Returns the index of a frame of a batch that has been published, or {@link Index#NONE}. */
    public long index(int frame) {
        return firstIndex == Index.NONE ? Index.NONE : firstIndex + (start(frame) >>> 3);
    }

    /** Forgets all frames. */
    public void clear() {
        owner.check();
        forget();
    }

    private void forget() {
        frames = 0;
        metadataFrames = 0;
        sizeBytes = 0;
        lowBegun = NOT_BEGUN;
        firstIndex = Index.NONE;
        if (encryption != null) {
            encryption.cleared();
        }
    }

    /** Returns how many of the frames are metadata. */
    int metadataFrames() {
        return metadataFrames;
    }

    /** Returns the bytes that the frames take in a segment. */
    int sizeBytes() {
        return sizeBytes;
    }

    int start(int frame) {
        return starts[Objects.checkIndex(frame, frames)];
    }

    long header(int frame) {
        return Memory.getLongPlain(memory, start(frame));
    }

    boolean isPublished() {
        return firstIndex != Index.NONE;
    }

    void published(long index) {
        firstIndex = index;
        if (encryption != null) {
            encryption.published(index);
        }
    }

    /** Encrypts the data frames of this batch, which is empty, from now on. */
    void encryptBy(BatchEncryption value) {
        owner.checkPreparation();
        forget();
        encryption = value;
    }

    /** Overwrites the keys, if there are any; the batch can no longer be published. */
    void closeEncryption() {
        if (encryption != null) {
            encryption.close();
        }
    }

    /** Returns the result of {@link #seal}: the memory that is published. */
    MemorySegment sealed() {
        return encryption == null ? memory : encryption.sealed();
    }

    /**
     * Writes the checksums for an index into all headers, and returns the first header, which is stored last. Encrypted
     * frames stay unchanged in {@link #memory()}, for the case that the claimed space is lost.
     */
    long seal(long index) {
        if (encryption != null) {
            encryption.seal(index);
        }
        MemorySegment into = sealed();
        for (int frame = 0; frame < frames; frame++) {
            int at = starts[frame];
            int low = FrameLayout.low(Memory.getLongPlain(into, at));
            int length = low & FrameLayout.LENGTH_MASK;
            int sum = FrameChecksum.of(into, at + FrameLayout.HEADER_BYTES, length, index + (at >>> 3), low);
            Memory.setLongPlain(into, at, FrameLayout.header(low, sum));
        }
        return Memory.getLongPlain(into, 0);
    }
}
