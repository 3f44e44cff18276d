package io.millrace.net;

import io.millrace.journal.Epoch;
import io.millrace.journal.JournalId;
import io.millrace.replication.Appending;
import io.millrace.replication.EpochSpan;
import io.millrace.replication.EpochTable;
import io.millrace.replication.LogOrigin;
import io.millrace.replication.LogPosition;
import io.millrace.replication.MemberLog;
import io.millrace.replication.ReplicationException;
import io.millrace.replication.RunEnd;
import io.millrace.replication.RunSlice;
import io.millrace.replication.SegmentBegin;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The log of a member in memory, with small segments of texts. A frame is a long (hash and length) and its text. */
final class MemoryLog implements MemberLog {

    private static final int SEGMENT_BYTES = 4096;
    private static final int START = 64;

    private static final class Segment {
        final long number;
        final Epoch epoch;
        final MemorySegment bytes = Arena.ofAuto().allocate(SEGMENT_BYTES, Long.BYTES);
        int end = START;
        boolean hasEnded;

        Segment(long number, Epoch epoch) {
            this.number = number;
            this.epoch = epoch;
        }

        long position(int offset) {
            return LogPosition.of(number, epoch.leader(), offset);
        }

        int frames() {
            int frames = 0;
            for (int at = START; at < end; frames++) {
                at += Long.BYTES + ((int) bytes.get(ValueLayout.JAVA_LONG, at) + 7 & -8);
            }
            return frames;
        }
    }

    private final List<Segment> segments = new ArrayList<>();
    private LogOrigin origin;
    private Epoch fencedBy;
    private Appending appending = Appending.ALLOWED;
    private long highestLed = -1;
    private long mark;
    private long certain;
    private int pending;
    private int keep = Integer.MAX_VALUE;
    private int keepForCopies = Integer.MAX_VALUE;
    private int maintained;
    private String full;

    /** Returns a log of a copy, with nothing yet. */
    static MemoryLog empty() {
        return new MemoryLog();
    }

    /** Returns the log of a new journal. */
    static MemoryLog created() {
        MemoryLog log = new MemoryLog();
        log.origin = new LogOrigin(new JournalId(1, 2), 0, 0, 0, 0, 0);
        log.segments.add(new Segment(0, Epoch.FIRST));
        return log;
    }

    /**
     * Sets the retention.
     *
     * @param newest how many segments are kept at least
     * @param forCopies how many segments are kept at most because copies lack them
     */
    void keep(int newest, int forCopies) {
        keep = newest;
        keepForCopies = forCopies;
    }

    /** Returns an older state of a log of one segment: that with its first texts alone. */
    MemoryLog upTo(int texts) {
        MemoryLog older = created();
        older.origin = origin;
        this.texts(Long.MAX_VALUE).subList(0, texts).forEach(older::append);
        return older;
    }

    /** Lets each write fail for a reason, or none where that is null. */
    void setFull(String reason) {
        full = reason;
    }

    private void checkSpace() {
        if (full != null) {
            throw new ReplicationException(full);
        }
    }

    @Override
    public void reserve(long above) {
        checkSpace();
    }

    /** Returns how often retention was applied. */
    int maintained() {
        return maintained;
    }

    @Override
    public void maintain(Map<String, Long> copies) {
        maintained++;
        while (segments.size() > keep && mayBeRemoved(segments.getFirst(), copies)) {
            Segment removed = segments.removeFirst();
            origin = new LogOrigin(
                    origin.id(),
                    origin.createdMs(),
                    removed.number + 1,
                    origin.removedFrames() + removed.frames(),
                    0,
                    0);
        }
    }

    /** What is not acknowledged may be cut, so it stays. */
    private boolean mayBeRemoved(Segment segment, Map<String, Long> copies) {
        long end = segment.position(segment.end);
        return segment.hasEnded
                && end <= certain
                && (segments.size() > keepForCopies || copies.values().stream().allMatch(held -> held >= end));
    }

    /** Appends a text, as the source does; returns its position. */
    long append(String text) {
        if (fencedBy != null || appending == Appending.REFUSED) {
            throw new ReplicationException("appending is refused fencedBy=" + fencedBy);
        }
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int frame = Long.BYTES + (bytes.length + 7 & -8);
        Segment last = segments.getLast();
        if (last.end + frame > SEGMENT_BYTES) {
            last.hasEnded = true;
            last = new Segment(last.number + 1, last.epoch);
            segments.add(last);
        }
        MemorySegment.copy(bytes, 0, last.bytes, ValueLayout.JAVA_BYTE, last.end + Long.BYTES, bytes.length);
        long position = last.position(last.end);
        last.bytes.set(ValueLayout.JAVA_LONG, last.end, header(position, last.bytes, last.end, bytes.length));
        last.end += frame;
        return position;
    }

    /** Returns all texts up to a position. */
    List<String> texts(long until) {
        List<String> texts = new ArrayList<>();
        for (Segment segment : segments) {
            for (int at = START; at < segment.end && segment.position(at) < until; ) {
                int length = (int) segment.bytes.get(ValueLayout.JAVA_LONG, at);
                byte[] text = segment.bytes.asSlice(at + Long.BYTES, length).toArray(ValueLayout.JAVA_BYTE);
                texts.add(new String(text, StandardCharsets.UTF_8));
                at += Long.BYTES + (length + 7 & -8);
            }
        }
        return texts;
    }

    private static long header(long position, MemorySegment bytes, int at, int length) {
        byte[] text = bytes.asSlice(at + Long.BYTES, length).toArray(ValueLayout.JAVA_BYTE);
        return (31L * Long.hashCode(position) + java.util.Arrays.hashCode(text)) << 32 | length;
    }

    @Override
    public LogOrigin origin() {
        return origin;
    }

    @Override
    public boolean wentDown() {
        return false;
    }

    @Override
    public long end() {
        return segments.isEmpty() ? LogPosition.NONE : segments.getLast().position(segments.getLast().end);
    }

    @Override
    public long syncedEnd() {
        return end();
    }

    private Segment segment(long number) {
        return segments.stream()
                .filter(one -> one.number == number)
                .findFirst()
                .orElseThrow(() -> new ReplicationException("no such segment segment=" + number));
    }

    @Override
    public long start(long number) {
        return segment(number).position(START);
    }

    @Override
    public long segmentEnd(long number) {
        Segment segment = segment(number);
        return segment.hasEnded ? segment.position(segment.end) : LogPosition.NONE;
    }

    @Override
    public EpochTable epochs() {
        List<EpochSpan> spans = new ArrayList<>();
        for (Segment segment : segments) {
            long end = segment.position(segment.end);
            if (!spans.isEmpty() && spans.getLast().epoch().equals(segment.epoch)) {
                spans.set(spans.size() - 1, new EpochSpan(spans.getLast().firstSegment(), segment.epoch, end));
            } else {
                spans.add(new EpochSpan(segment.number, segment.epoch, end));
            }
        }
        return new EpochTable(spans);
    }

    @Override
    public long highestLed(int member) {
        return segments.stream()
                .filter(one -> one.epoch.leader() == member)
                .mapToLong(one -> one.number)
                .reduce(highestLed, Math::max);
    }

    @Override
    public long hash(long position) {
        Segment segment = segment(LogPosition.segment(position));
        long hash = 1;
        for (int at = START; at < LogPosition.offset(position); ) {
            long header = segment.bytes.get(ValueLayout.JAVA_LONG, at);
            hash = 31 * hash + header;
            at += Long.BYTES + ((int) header + 7 & -8);
        }
        return hash;
    }

    @Override
    public long mark() {
        return mark;
    }

    @Override
    public long certain() {
        return certain;
    }

    @Override
    public void setMark(long newMark, long newCertain) {
        mark = Math.max(mark, newMark);
        certain = Math.max(certain, newCertain);
    }

    @Override
    public void read(long from, long to, int maxBytes, RunSlice slice) {
        Segment segment = segment(LogPosition.segment(from));
        int start = (int) LogPosition.offset(from);
        int at = start;
        while (at < LogPosition.offset(to)) {
            int length = (int) segment.bytes.get(ValueLayout.JAVA_LONG, at);
            int next = at + Long.BYTES + (length + 7 & -8);
            if (at > start && next - start > maxBytes) {
                break;
            }
            at = next;
        }
        slice.set(from, segment.position(at), segment.bytes, start, at - start, 0);
    }

    @Override
    public SegmentBegin segmentBegin(long number) {
        Segment segment = segment(number);
        boolean isFirst = segments.getFirst() == segment;
        long before = isFirst ? LogPosition.NONE : segmentEnd(number - 1);
        byte[] prologue = "prologue".getBytes(StandardCharsets.UTF_8);
        return new SegmentBegin(number, segment.epoch, before, isFirst ? 0 : hash(before), 0, prologue);
    }

    @Override
    public void begin(LogOrigin begun) {
        origin = begun;
    }

    @Override
    public void begin(SegmentBegin begin) {
        if (!segments.isEmpty()) {
            segments.getLast().hasEnded = true;
        }
        segments.add(new Segment(begin.segment(), begin.epoch()));
    }

    @Override
    public void write(long position, MemorySegment frames, RunEnd end, long timeMs) {
        checkSpace();
        Segment last = segments.getLast();
        int at = (int) LogPosition.offset(position);
        MemorySegment.copy(frames, 0, last.bytes, at, frames.byteSize());
        int until = at + (int) frames.byteSize();
        while (at < until) {
            long header = last.bytes.get(ValueLayout.JAVA_LONG, at);
            if (header != header(last.position(at), last.bytes, at, (int) header)) {
                throw new ReplicationException("frame is damaged position=" + LogPosition.toText(last.position(at)));
            }
            at += Long.BYTES + ((int) header + 7 & -8);
        }
        pending = until;
        if (end == RunEnd.ENDS) {
            last.end = until;
        }
    }

    @Override
    public void setPeriod(long number, long opening) {
        throw new ReplicationException("a log in memory has no periods number=" + number);
    }

    @Override
    public void dropRun() {
        Segment last = segments.getLast();
        last.bytes.asSlice(last.end, Math.max(0, pending - last.end)).fill((byte) 0);
    }

    @Override
    public void force() {}

    @Override
    public void cut(long position) {
        segments.removeIf(segment -> segment.position(START) > position);
        if (!segments.isEmpty()) {
            Segment last = segments.getLast();
            last.end = (int) LogPosition.offset(position);
            last.hasEnded = false;
            last.bytes.asSlice(last.end).fill((byte) 0);
        }
    }

    @Override
    public void promote(Epoch epoch, long above) {
        segments.getLast().hasEnded = true;
        long next = segments.getLast().number + 1;
        segments.add(new Segment(next, epoch));
        while (next <= above) {
            segments.getLast().hasEnded = true;
            segments.add(new Segment(++next, epoch));
        }
    }

    @Override
    public void fence(Epoch epoch) {
        highestLed = Math.max(highestLed, segments.getLast().number);
        fencedBy = epoch;
    }

    @Override
    public void admit(Appending value) {
        appending = value;
    }
}
