package io.millrace.journal;

import io.millrace.memory.Access;
import io.millrace.memory.MappedFile;
import io.millrace.memory.Memory;
import io.millrace.memory.MemoryException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;

/** A mapped segment file. Any thread may use it until it is closed; {@link SegmentStore} decides when that is. */
final class SegmentFile implements AutoCloseable {

    final long number;
    final SegmentPrologue prologue;
    final MemorySegment memory;

    /** Position of the first frame. */
    final int first;

    /** Where frames must end: the rest is reserved for an end mark. */
    final int limit;

    /** The index of position zero, with the leader of the epoch. */
    final long indexBase;

    private final Path file;

    /** Null for a copy. */
    private final MappedFile mapped;

    SegmentFile(Path file, SegmentPrologue prologue, MappedFile mapped) {
        this(file, prologue, mapped.segment(), mapped);
    }

    private SegmentFile(Path file, SegmentPrologue prologue, MemorySegment memory, MappedFile mapped) {
        this.file = file;
        this.prologue = prologue;
        this.mapped = mapped;
        this.number = prologue.number();
        this.memory = memory;
        this.first = prologue.firstFrame();
        this.limit = Math.toIntExact(prologue.sizeBytes()) - FrameLayout.HEADER_BYTES;
        this.indexBase = Index.of(number, prologue.epoch().leader(), 0);
    }

    /**
     * Creates a segment from a copy of the file in private memory, which belongs to the caller: nothing is mapped or
     * forced.
     */
    static SegmentFile ofCopy(Path file, SegmentPrologue prologue, MemorySegment copy) {
        return new SegmentFile(file, prologue, copy, null);
    }

    static SegmentFile open(Path directory, long number, JournalId id, Access access) {
        SegmentFile segment = open(SegmentName.file(directory, number), access);
        if (segment.prologue.id().equals(id)) {
            return segment;
        }
        segment.close();
        throw new JournalDamagedException("segment belongs to another journal file=" + segment.file + " offset="
                + SegmentLayout.ID_HIGH_OFFSET + " expected=" + id + " actual=" + segment.prologue.id());
    }

    /** Opens a segment of any journal. */
    static SegmentFile open(Path file, Access access) {
        MappedFile mapped;
        try {
            mapped = MappedFile.open(file, access, 0, Files.size(file));
        } catch (IOException | MemoryException e) {
            throw new JournalException("cannot map segment file=" + file + " reason=" + e, e);
        }
        try {
            return new SegmentFile(file, SegmentPrologue.read(file, mapped.segment()), mapped);
        } catch (RuntimeException e) {
            mapped.close();
            throw e;
        }
    }

    Path file() {
        return file;
    }

    long index(int position) {
        return indexBase | (position >>> 3);
    }

    /** Returns whether an index has the number and the leader of this segment; only then it may be that of a frame. */
    boolean covers(long index) {
        return Index.base(index) == indexBase;
    }

    /**
     * Returns where an index is between the frames of this segment: its position where the segment {@link #covers} it,
     * else zero or {@link #limit}, as it is before or after all of them.
     */
    int place(long index) {
        return Math.clamp(index - indexBase, 0, limit >>> 3) << 3;
    }

    Epoch epoch() {
        return prologue.epoch();
    }

    long headerAcquire(int position) {
        return Memory.getLongAcquire(memory, position);
    }

    /**
     * Returns where the next frame starts.
     *
     * @throws JournalDamagedException if the header is not valid here
     */
    int next(int position, long header) {
        int state = FrameLayout.state(header);
        int length = FrameLayout.length(header);
        int bytes = FrameLayout.frameBytes(length);
        if (state < FrameLayout.CLAIMED || state >= FrameLayout.END || bytes > limit - position) {
            throw impossible(position, header);
        }
        return position + bytes;
    }

    JournalDamagedException impossible(int position, long header) {
        return new JournalDamagedException("invalid frame header file=" + file + " index="
                + Index.toText(index(position)) + " header=0x" + Long.toHexString(header) + " state="
                + FrameLayout.state(header) + " length=" + FrameLayout.length(header) + " spaceBytes="
                + (limit - position));
    }

    JournalDamagedException damaged(int position, long header, int expected) {
        return new JournalDamagedException("wrong frame checksum file=" + file + " index="
                + Index.toText(index(position)) + " expected=0x" + Integer.toHexString(expected) + " actual=0x"
                + Integer.toHexString(FrameLayout.checksum(header)) + " length=" + FrameLayout.length(header));
    }

    /**
     * Returns the exception for a position without a frame before other frames.
     *
     * @param known up to where frames are known to have been published
     * @param remark a remark, or an empty text
     */
    JournalDamagedException missing(int position, long header, long known, String remark) {
        return new JournalDamagedException(
                "frames are missing before later frames" + remark + " file=" + file + " offset="
                        + position + " index=" + Index.toText(index(position)) + " expected=frame actual="
                        + (header == 0 ? "nothing" : "claim header=0x" + Long.toHexString(header)) + " known=" + known);
    }

    /**
     * Returns the exception for memory that the system could not provide, since the file became shorter or unreadable.
     */
    JournalDamagedException gone(int position, InternalError cause) {
        String actual;
        try {
            actual = Long.toString(Files.size(file));
        } catch (IOException e) {
            actual = e.toString();
        }
        return new JournalDamagedException(
                "another program changed the segment file=" + file
                        + " index=" + Index.toText(index(position)) + " expectedBytes=" + sizeBytes() + " actualBytes="
                        + actual,
                cause);
    }

    /** Returns the position of a frame near the end, or zero. */
    int hintAcquire() {
        return (int) Memory.getLongAcquire(memory, SegmentLayout.HINT_OFFSET);
    }

    void setHintRelease(int position) {
        Memory.setLongRelease(memory, SegmentLayout.HINT_OFFSET, position);
    }

    /** Returns when the first frame was about to be written, in milliseconds of the epoch, or zero. */
    long begunMs() {
        return Memory.getLongAcquire(memory, SegmentLayout.BEGUN_OFFSET);
    }

    /** Records when the first frame is about to be written, once. */
    void begin(long epochMs) {
        Memory.compareAndSetLong(memory, SegmentLayout.BEGUN_OFFSET, 0, epochMs);
    }

    boolean isEmpty() {
        return headerAcquire(first) == 0;
    }

    /**
     * Makes the pages from a position on resident without changing a byte, also while other threads store into them.
     *
     * @param isOver asked before each slice whether to stop
     */
    void preTouchFrom(long position, BooleanSupplier isOver) {
        for (long at = position; at < sizeBytes() && !isOver.getAsBoolean(); at += SegmentPace.SLICE_BYTES) {
            mapped.preTouch(at, Math.min(SegmentPace.SLICE_BYTES, sizeBytes() - at));
        }
    }

    void force(long offset, long length) {
        mapped.force(offset, length);
    }

    long sizeBytes() {
        return prologue.sizeBytes();
    }

    @Override
    public void close() {
        if (mapped != null) {
            mapped.close();
        }
    }
}
