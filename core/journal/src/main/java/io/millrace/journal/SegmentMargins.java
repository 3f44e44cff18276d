package io.millrace.journal;

import io.millrace.memory.Memory;
import java.lang.foreign.MemorySegment;

/** Checks the bytes around the frames of a segment: its hint, its sparse index, and the bytes that are always zero. */
final class SegmentMargins {

    private static final int CHUNK_BYTES = 1 << 16;
    private static final MemorySegment ZEROS =
            MemorySegment.ofArray(new byte[CHUNK_BYTES]).asReadOnly();

    private final SegmentFile segment;
    private final Findings findings;
    private final SparseIndex index = new SparseIndex();

    SegmentMargins(SegmentFile segment, Findings findings) {
        this.segment = segment;
        this.findings = findings;
    }

    void check(SegmentScan scan) {
        zeros(SegmentLayout.HINT_OFFSET + Long.BYTES, SegmentLayout.BEGUN_OFFSET);
        zeros(SegmentLayout.BEGUN_OFFSET + Long.BYTES, SegmentLayout.INDEX_OFFSET);
        entries(scan);
        zeros(SegmentLayout.INDEX_OFFSET + segment.prologue.entries() * SegmentLayout.ENTRY_BYTES, segment.first);
        hint(scan);
        if (scan.end() != SegmentScan.End.TORN) {
            afterTail(scan);
        }
    }

    private void zeros(int from, int to) {
        long at = firstOther(from, to);
        if (at >= 0) {
            add(FindingKind.NOT_ZERO, at, "expected=0 actual=" + (Memory.getByte(segment.memory, at) & 0xff));
        }
    }

    private long firstOther(long from, long to) {
        for (long at = from; at < to; at += CHUNK_BYTES) {
            long part = Math.min(CHUNK_BYTES, to - at);
            long other = MemorySegment.mismatch(segment.memory, at, at + part, ZEROS, 0, part);
            if (other >= 0) {
                return at + other;
            }
        }
        return -1;
    }

    private void afterTail(SegmentScan scan) {
        boolean marked = scan.end() == SegmentScan.End.MARKED;
        long at = firstOther(scan.tail() + (marked ? FrameLayout.HEADER_BYTES : 0), segment.sizeBytes());
        if (at >= 0) {
            findings.add(FindingKind.UNPUBLISHED, segment.file(), at, segment.index((int) at), "after the last frame");
        }
    }

    /**
     * Checks the hint: a hint after the frames was stored before they were lost; a hint that refers to no frame was
     * damaged.
     */
    private void hint(SegmentScan scan) {
        int hint = segment.hintAcquire();
        boolean leads = hint >= segment.first && hint < scan.tail() && new FrameWalk().isFrame(segment, hint);
        if (hint != 0 && !leads && !scan.hasLoss()) {
            add(FindingKind.ACCELERATOR, SegmentLayout.HINT_OFFSET, "hint does not refer to a frame position=" + hint);
        }
    }

    private void entries(SegmentScan scan) {
        boolean nextIsWhole = index.get(segment, SparseIndex.CLOSING_ENTRY) != null;
        long clockMs = Long.MAX_VALUE;
        for (int entry = segment.prologue.entries() - 1; entry >= 0; entry--) {
            int at = SegmentLayout.INDEX_OFFSET + entry * SegmentLayout.ENTRY_BYTES;
            SparseIndex.Entry found = index.get(segment, entry);
            if (found == null) {
                if (firstOther(at, at + (long) SegmentLayout.ENTRY_BYTES) >= 0) {
                    boolean isDamage =
                            nextIsWhole && !(entry == SparseIndex.CLOSING_ENTRY && index.isUnderWay(segment, entry));
                    add(
                            isDamage ? FindingKind.SPARSE_INDEX : FindingKind.ACCELERATOR,
                            at,
                            "wrong checksum of sparse index entry entry=" + entry);
                }
            } else if (entry == SparseIndex.CLOSING_ENTRY) {
                closing(scan, found, at);
            } else {
                if (found.clockMs() > clockMs) {
                    add(
                            FindingKind.SPARSE_INDEX,
                            at,
                            "clock of sparse index entry is ahead clockMs=" + found.clockMs());
                }
                clockMs = found.clockMs();
                nextIsWhole = true;
            }
        }
    }

    private void closing(SegmentScan scan, SparseIndex.Entry found, int at) {
        boolean same = found.position() == scan.tail()
                && found.dataFrames() == scan.dataFrames()
                && found.metadataFrames() == scan.metadataFrames();
        if (!same && !scan.hasLoss()) {
            add(
                    FindingKind.SPARSE_INDEX,
                    at,
                    "expected=" + scan.tail() + "," + scan.dataFrames() + "," + scan.metadataFrames() + " actual="
                            + found.position() + "," + found.dataFrames() + "," + found.metadataFrames());
        }
    }

    private void add(FindingKind kind, long offset, String detail) {
        findings.add(kind, segment.file(), offset, Index.NONE, detail);
    }
}
