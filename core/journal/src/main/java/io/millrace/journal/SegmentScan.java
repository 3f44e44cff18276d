package io.millrace.journal;

import java.util.ArrayList;
import java.util.List;

/**
 * Walks over all frames of one segment in private memory, checks each, and continues after damage: at the next position
 * that the sparse index knows, or at the next whole frame. Gaps are ranges that no whole frame covers.
 *
 * <p>A zero header ends the segment only where no later frame is known. A frame inside the payload of another frame is
 * never taken for a frame, since checksums depend on the index.
 */
final class SegmentScan {

    /**
     * Maximum number of bytes that are searched for a whole frame after a damaged one, where the sparse index does not
     * help.
     */
    private static final long SEARCH_BYTES = 1L << 30;

    private static final int NOT_FOUND = -1;

    private final SegmentFile segment;
    private final Findings findings;
    private final ScanBounds bounds;
    private final FrameWalk walk = new FrameWalk();
    private final SparseIndex index = new SparseIndex();
    private final List<Gap> gaps = new ArrayList<>();

    private int nextMark;
    private int entry;
    private int tail;
    private End end = End.OPEN;
    private long dataFrames;
    private long metadataFrames;
    private int firstFrame = NOT_FOUND;
    private int lastFrame = NOT_FOUND;

    /** How a segment ends. */
    enum End {
        OPEN,
        MARKED,
        /** The next opening for writing ends it here. */
        TORN
    }

    /** The reason why no frame covers a part of a segment. */
    enum Why {
        LOST,
        UNPUBLISHED
    }

    /** A part of a segment without whole frames; {@code to} is exclusive. */
    record Gap(int from, int to, Why why) {}

    SegmentScan(SegmentFile segment, Findings findings, ScanBounds bounds) {
        this.segment = segment;
        this.findings = findings;
        this.bounds = bounds;
    }

    SegmentScan run() {
        entry = SparseIndex.boundary(segment, segment.first) + 1;
        nextMark = bounds.markFrom(0);
        int at = segment.first;
        while (true) {
            long header = segment.headerAcquire(at);
            int state = FrameLayout.state(header);
            if (isWhole(at, header)) {
                if (state == FrameLayout.END) {
                    end = End.MARKED;
                    break;
                }
                if (at >= nextMark) {
                    marksBefore(at);
                    nextMark = bounds.markFrom(at + 1);
                }
                count(at, state);
                at = segment.next(at, header);
                entriesUntil(at);
                continue;
            }
            if (header == 0 && at >= bounds.known()) {
                if (at < bounds.reach()) { // the machine went down, and recovery ends the segment here
                    add(FindingKind.TORN_TAIL, at, "expected=frame actual=nothing known=" + bounds.reach());
                }
                break;
            }
            if (at > bounds.synced() && bounds.machineRestarted() && !isClaim(at, header)) {
                add(FindingKind.TORN_TAIL, at, "header=0x" + Long.toHexString(header));
                end = End.TORN;
                break;
            }
            at = passOver(at, header);
            if (end == End.TORN) {
                break;
            }
        }
        tail = at;
        marksBefore(Integer.MAX_VALUE);
        new SegmentMargins(segment, findings).check(this);
        return this;
    }

    private boolean isWhole(int at, long header) {
        int state = FrameLayout.state(header);
        return state >= FrameLayout.DATA && state <= FrameLayout.END && walk.isWhole(segment, at, header);
    }

    private void count(int at, int state) {
        if (state == FrameLayout.DATA) {
            dataFrames++;
        } else if (state == FrameLayout.METADATA) {
            metadataFrames++;
        }
        if (FrameLayout.holdsPayload(state)) {
            firstFrame = firstFrame == NOT_FOUND ? at : firstFrame;
            lastFrame = at;
        }
    }

    private boolean isClaim(int at, long header) {
        return FrameLayout.state(header) == FrameLayout.CLAIMED
                && at < segment.limit
                && FrameLayout.isPlausibleClaim(header)
                && fits(at, header);
    }

    /** Handles bytes that are neither a whole frame nor the end; returns where to continue. */
    private int passOver(int at, long header) {
        int after = at < segment.limit && fits(at, header)
                ? at + FrameLayout.frameBytes(FrameLayout.length(header))
                : Math.min(at + FrameLayout.ALIGNMENT, segment.limit);
        if (isClaim(at, header) && bounds.isOvertaken(at)) {
            add(
                    FindingKind.MISSING_FRAMES,
                    at,
                    "expected=frame actual=claim header=0x" + Long.toHexString(header) + " known=" + bounds.reach());
            gaps.add(new Gap(at, after, Why.LOST));
            return after;
        }
        if (isClaim(at, header)) {
            String detail = "writer=" + FrameLayout.writer(header) + " length=" + FrameLayout.length(header);
            add(FindingKind.OPEN_CLAIM, at, detail);
            gaps.add(new Gap(at, after, Why.UNPUBLISHED));
            return after;
        }
        describe(at, header);
        int next = resume(at);
        if (next == NOT_FOUND) { // the segment ends at its known end
            end = End.TORN;
            long known = Math.ceilDiv(bounds.known(), FrameLayout.ALIGNMENT) * FrameLayout.ALIGNMENT;
            next = (int) Math.max(after, Math.min(known, segment.limit));
        }
        gaps.add(new Gap(at, next, Why.LOST));
        return next;
    }

    private void describe(int at, long header) {
        if (header == 0) {
            add(FindingKind.MISSING_FRAMES, at, "expected=frame actual=nothing");
            return;
        }
        int state = FrameLayout.state(header);
        if (state < FrameLayout.DATA || state > FrameLayout.END || !fits(at, header)) {
            add(
                    FindingKind.HEADER,
                    at,
                    "header=0x" + Long.toHexString(header) + " state=" + state + " length=" + FrameLayout.length(header)
                            + " spaceBytes=" + (segment.limit - at));
        } else {
            add(
                    FindingKind.CHECKSUM,
                    at,
                    "expected=0x" + Integer.toHexString(walk.expected(segment, at, header)) + " actual=0x"
                            + Integer.toHexString(FrameLayout.checksum(header)) + " length="
                            + FrameLayout.length(header));
        }
    }

    private boolean fits(int at, long header) {
        return FrameLayout.state(header) == FrameLayout.END
                ? FrameLayout.length(header) == 0
                : FrameLayout.frameBytes(FrameLayout.length(header)) <= segment.limit - at;
    }

    /** Returns the next position after a damaged frame where a whole frame starts. */
    private int resume(int damaged) {
        long budget = SEARCH_BYTES;
        int from = damaged + FrameLayout.ALIGNMENT;
        while (from <= segment.limit) {
            SparseIndex.Entry known = entryBehind(from);
            int until = known == null ? segment.limit : known.position();
            for (int at = from; at < until || (at == until && known == null); at += FrameLayout.ALIGNMENT) {
                long header = segment.headerAcquire(at);
                if (isCandidate(at, header, until)) {
                    boolean reads = known == null && FrameLayout.holdsPayload(FrameLayout.state(header));
                    budget -= reads ? FrameLayout.length(header) : 0;
                    if (isWhole(at, header)) {
                        return at;
                    }
                    if (budget < 0) {
                        add(FindingKind.ACCELERATOR, at, "the search for whole frames was stopped");
                        return NOT_FOUND;
                    }
                }
            }
            if (known == null) {
                return NOT_FOUND;
            }
            if (isWhole(until, segment.headerAcquire(until))) {
                return until;
            }
            from = until + FrameLayout.ALIGNMENT;
        }
        return NOT_FOUND;
    }

    /** Returns whether a possible frame is worth reading: it ends in time, at something like a header. */
    private boolean isCandidate(int at, long header, int until) {
        int state = FrameLayout.state(header);
        if (state < FrameLayout.DATA || state > FrameLayout.END || !fits(at, header)) {
            return false;
        }
        if (!FrameLayout.holdsPayload(state)) {
            return true;
        }
        int next = at + FrameLayout.frameBytes(FrameLayout.length(header));
        if (next > until) {
            return false;
        }
        long nextHeader = segment.headerAcquire(next);
        int nextState = FrameLayout.state(nextHeader);
        return nextHeader == 0
                || (nextState >= FrameLayout.CLAIMED && nextState <= FrameLayout.END && fits(next, nextHeader));
    }

    private SparseIndex.Entry entryBehind(int position) {
        for (int i = SparseIndex.boundary(segment, position); i < segment.prologue.entries(); i++) {
            SparseIndex.Entry found = i == SparseIndex.CLOSING_ENTRY ? null : index.get(segment, i);
            if (found != null && found.position() >= position) {
                return found;
            }
        }
        return null;
    }

    /** Compares the entries of the sparse index for all boundaries up to a position where a frame starts. */
    private void entriesUntil(int at) {
        int boundary = SparseIndex.boundary(segment, at);
        for (; entry <= boundary; entry++) {
            check(entry, at);
        }
    }

    private void check(int number, int at) {
        SparseIndex.Entry found = index.get(segment, number);
        if (found == null || hasLoss()) {
            return;
        }
        if (found.position() != at || found.dataFrames() != dataFrames || found.metadataFrames() != metadataFrames) {
            findings.add(
                    FindingKind.SPARSE_INDEX,
                    segment.file(),
                    SegmentLayout.INDEX_OFFSET + (long) number * SegmentLayout.ENTRY_BYTES,
                    Index.NONE,
                    "expected=" + at + "," + dataFrames + "," + metadataFrames + " actual=" + found.position() + ","
                            + found.dataFrames() + "," + found.metadataFrames());
        }
    }

    /** Reports the marks that were passed without a frame at them. */
    private void marksBefore(int at) {
        for (; nextMark < at; nextMark = bounds.markFrom(nextMark + 1)) {
            add(
                    FindingKind.POSITION,
                    nextMark,
                    "a named position, the synced index or the period does not refer to a frame");
        }
    }

    private void add(FindingKind kind, int position, String detail) {
        findings.add(kind, segment.file(), position, segment.index(position), detail);
    }

    boolean hasLoss() {
        return gaps.stream().anyMatch(gap -> gap.why() == Why.LOST);
    }

    SegmentFile segment() {
        return segment;
    }

    List<Gap> gaps() {
        return gaps;
    }

    /** Returns where the frames end: at the end mark, at the first zero header, or at a torn frame. */
    int tail() {
        return tail;
    }

    End end() {
        return end;
    }

    long dataFrames() {
        return dataFrames;
    }

    long metadataFrames() {
        return metadataFrames;
    }

    /** Returns the index of the first data or metadata frame, or {@link Index#NONE}. */
    long firstIndex() {
        return firstFrame == NOT_FOUND ? Index.NONE : segment.index(firstFrame);
    }

    long lastIndex() {
        return lastFrame == NOT_FOUND ? Index.NONE : segment.index(lastFrame);
    }
}
