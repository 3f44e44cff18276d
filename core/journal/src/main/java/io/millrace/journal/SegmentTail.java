package io.millrace.journal;

import io.millrace.memory.Memory;
import java.lang.foreign.MemorySegment;

/** Changes of the bytes at and after the tail of a segment; only while no other thread writes the segment. */
final class SegmentTail {

    private static final int CHUNK_BYTES = 1 << 16;

    private SegmentTail() {}

    /** Stores zeros only over other bytes, so that pages that were never written stay so. */
    static void zero(SegmentFile segment, long from) {
        MemorySegment zeros = MemorySegment.ofArray(new byte[CHUNK_BYTES]);
        long end = segment.sizeBytes();
        for (long at = from; at < end; at += CHUNK_BYTES) {
            long part = Math.min(CHUNK_BYTES, end - at);
            if (MemorySegment.mismatch(segment.memory, at, at + part, zeros, 0, part) >= 0) {
                segment.memory.asSlice(at, part).fill((byte) 0);
            }
        }
    }

    /** Publishes an end mark. */
    static void end(SegmentFile segment, int at) {
        int low = FrameLayout.low(FrameLayout.END, 0);
        Memory.setLongRelease(
                segment.memory, at, FrameLayout.header(low, FrameChecksum.ofHeader(segment.index(at), low)));
    }

    /** Turns the claim of a writer that has ended into padding of the same length, and returns its header. */
    static long pad(SegmentFile segment, int at, long claim) {
        int low = FrameLayout.low(FrameLayout.PADDING, FrameLayout.length(claim));
        long padding = FrameLayout.header(low, FrameChecksum.ofHeader(segment.index(at), low));
        Memory.setLongRelease(segment.memory, at, padding);
        return padding;
    }

    /** Forces a whole segment. */
    static void force(SegmentFile segment, FaultInjector injector) {
        injector.forcing(segment.file(), segment.memory, 0, segment.sizeBytes());
        segment.force(0, segment.sizeBytes());
    }

    /** Removes what hint and sparse index know of frames at or after the tail. */
    static void limit(SegmentFile segment, int tail) {
        FrameWalk walk = new FrameWalk();
        SparseIndex index = new SparseIndex();
        for (int entry = 0; entry < segment.prologue.entries(); entry++) {
            SparseIndex.Entry found = index.get(segment, entry);
            boolean isAfter = found == null
                    || found.position() > tail
                    || (entry == SparseIndex.CLOSING_ENTRY
                            && FrameLayout.state(segment.headerAcquire(tail)) != FrameLayout.END);
            if (isAfter) {
                segment.memory
                        .asSlice(
                                SegmentLayout.INDEX_OFFSET + (long) entry * SegmentLayout.ENTRY_BYTES,
                                SegmentLayout.ENTRY_BYTES)
                        .fill((byte) 0);
            }
        }
        int hint = segment.hintAcquire();
        if (hint != 0 && (hint >= tail || !walk.isFrame(segment, hint))) {
            segment.setHintRelease(Math.max(0, walk.lastBefore(segment, tail)));
        }
    }
}
