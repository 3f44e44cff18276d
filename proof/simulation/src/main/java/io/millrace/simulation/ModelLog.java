package io.millrace.simulation;

import io.millrace.journal.Epoch;
import io.millrace.replication.Appending;
import io.millrace.replication.EpochSpan;
import io.millrace.replication.EpochTable;
import io.millrace.replication.LogOrigin;
import io.millrace.replication.LogPosition;
import io.millrace.replication.MemberLog;
import io.millrace.replication.ReplicationException;
import io.millrace.replication.Role;
import io.millrace.replication.RunEnd;
import io.millrace.replication.RunSlice;
import io.millrace.replication.SegmentBegin;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * The log of a member as a model: a few small segments in memory, and a disk that loses what was not forced. It tells
 * {@link History} of everything that is written and shown, and may crash before and after each change.
 */
final class ModelLog implements MemberLog {

    private final Interruption interruption;
    private final History history;
    private final ModelStore store;
    private final List<ModelSegment> segments = new ArrayList<>();
    private final long[] led = new long[Epoch.MAX_LEADER + 1];
    private final long[] ledAndLost = new long[Epoch.MAX_LEADER + 1];
    private LogOrigin origin;
    private Epoch fencedBy;
    private Epoch acknowledgedIn;
    private Appending appending = Appending.ALLOWED;
    private boolean hasGoneDown;
    private long mark;
    private long certain;
    private long forcedMark;
    private long forcedCertain;

    /** Where no batch is open, as far as this opening knows; and the one of the last force. */
    private long settled;

    private long forcedSettled;
    private int pendingEnd;

    ModelLog(Interruption interruption, History history, ModelStore store) {
        this.interruption = interruption;
        this.history = history;
        this.store = store;
        Arrays.fill(led, -1);
        Arrays.fill(ledAndLost, -1);
    }

    /** Makes this the log of a new journal. */
    void create(LogOrigin created) {
        origin = created;
        add(new ModelSegment(0, Epoch.FIRST, LogPosition.NONE, 0)).makeDurable();
    }

    private ModelSegment add(ModelSegment segment) {
        history.begun(segment);
        segments.add(segment);
        int leader = segment.epoch().leader();
        led[leader] = Math.max(led[leader], segment.number());
        return segment;
    }

    /** Opens the log after its process ended. */
    void reopen(CrashKind kind, RandomGenerator random) {
        hasGoneDown = kind == CrashKind.POWER;
        fencedBy = null;
        acknowledgedIn = null;
        appending = Appending.ALLOWED;
        pendingEnd = 0;
        settled = forcedSettled;
        if (hasGoneDown) {
            losePower(random);
        }
        for (int i = 0; i < segments.size(); i++) {
            segments.get(i).clearRest();
            if (!segments.get(i).hasEnded() && i < segments.size() - 1) { // it was about to be ended
                discardFrom(i + 1);
            }
        }
        if (!segments.isEmpty()) {
            segments.getLast().resume();
            if (!isBetweenBatches(end())) {
                history.halfLeft(end());
            }
        }
    }

    private void losePower(RandomGenerator random) {
        for (int i = 0; i < segments.size(); i++) {
            ModelSegment segment = segments.get(i);
            boolean isThere = segment.isDurable() || random.nextBoolean();
            if (!isThere) {
                discardFrom(i);
            } else if (!segment.lose(random)) {
                discardFrom(i + 1);
            }
        }
        if (random.nextBoolean()) {
            mark = forcedMark;
            certain = forcedCertain;
        }
        mark = Math.min(mark, forcedSettled);
        certain = Math.min(certain, forcedSettled);
        forcedMark = mark;
        forcedCertain = certain;
    }

    private void discardFrom(int from) {
        System.arraycopy(led, 0, ledAndLost, 0, led.length);
        segments.subList(from, segments.size()).clear();
    }

    /** Begins the next segment of the same epoch, as a source does when the last one is full, or when it is opened. */
    void roll() {
        interruption.mayCrash();
        ModelSegment last = segments.getLast();
        last.endHere();
        interruption.mayCrash();
        follow(last, last.number() + 1, last.epoch()).makeDurable();
        interruption.mayCrash();
    }

    private ModelSegment follow(ModelSegment last, long number, Epoch epoch) {
        long chain = History.chainOf(last.chain(last.end()), number, epoch);
        return add(new ModelSegment(number, epoch, last.endPosition(), chain));
    }

    /** Appends a batch as a source does, all of it visible at once; returns the position after it. */
    long append(int[] lengths) {
        if (fencedBy != null || appending == Appending.REFUSED) {
            throw new ReplicationException("appending is refused fencedBy=" + fencedBy + " appending=" + appending);
        }
        int total = Arrays.stream(lengths).sum();
        if (segments.getLast().end() + total > ModelSegment.WORDS) {
            roll();
        }
        ModelSegment last = segments.getLast();
        if (!last.epoch().equals(store.read().promised())) {
            throw new ViolationException("a source appends to a segment of another epoch segment=" + last.number()
                    + " epoch=" + last.epoch() + " promised=" + store.read().promised());
        }
        long batch = history.nextNumber();
        int at = last.end();
        for (int i = 0; i < lengths.length; i++) {
            interruption.mayCrash();
            long message = history.nextNumber();
            ModelFrame.write(
                    last.words(),
                    at,
                    last.position(at),
                    lengths[i],
                    message,
                    ModelFrame.batch(batch, i, lengths.length));
            at += lengths[i];
        }
        for (int i = 0; i < lengths.length; i++) {
            history.appended(last.endPosition(), last.words()[last.end() + 1]);
            last.take();
        }
        settled = last.endPosition();
        return settled;
    }

    boolean canAppend() {
        return fencedBy == null && appending == Appending.ALLOWED;
    }

    List<ModelSegment> segments() {
        return segments;
    }

    /** Returns the segments from that of a position on. */
    List<ModelSegment> segmentsFrom(long position) {
        if (segments.isEmpty()) {
            return segments;
        }
        long skipped = LogPosition.segment(position) - segments.getFirst().number();
        return segments.subList(Math.clamp(skipped, 0, segments.size()), segments.size());
    }

    /** Returns a value over everything up to a position, or -1 if the log does not have it. */
    long chain(long position) {
        ModelSegment segment = find(LogPosition.segment(position));
        if (segment == null || segment.epoch().leader() != LogPosition.leader(position)) {
            return -1;
        }
        int frame = segment.frameAt(word(position));
        return frame < 0 ? -1 : segment.chain(word(position));
    }

    private static int word(long position) {
        return (int) (LogPosition.offset(position) / Long.BYTES);
    }

    ModelSegment find(long number) {
        if (segments.isEmpty()) {
            return null;
        }
        long at = number - segments.getFirst().number();
        return at < 0 || at >= segments.size() ? null : segments.get((int) at);
    }

    private ModelSegment segment(long number) {
        ModelSegment found = find(number);
        if (found == null) {
            throw new ReplicationException("no such segment segment=" + number);
        }
        return found;
    }

    /** Returns whether readers that stop at a position see whole batches only. */
    boolean isBetweenBatches(long position) {
        ModelSegment segment = find(LogPosition.segment(position));
        if (position == LogPosition.NONE || segment == null) {
            return true;
        }
        int frame = segment.frameAt(word(position));
        return frame == 0
                || (frame > 0 && ModelFrame.isLastOfBatch(segment.words(), segment.start(frame - 1)))
                || history.isHalfEnd(position);
    }

    @Override
    public LogOrigin origin() {
        return origin;
    }

    @Override
    public boolean wentDown() {
        return hasGoneDown;
    }

    @Override
    public long end() {
        return segments.isEmpty() ? LogPosition.NONE : segments.getLast().endPosition();
    }

    @Override
    public long syncedEnd() {
        long synced = LogPosition.NONE;
        for (ModelSegment segment : segments) {
            if (!segment.isDurable()) {
                break;
            }
            synced = segment.position(segment.syncedEnd());
            if (!segment.isForced()) {
                break;
            }
        }
        return synced;
    }

    @Override
    public long start(long number) {
        return segment(number).position(ModelSegment.START);
    }

    @Override
    public long segmentEnd(long number) {
        ModelSegment segment = segment(number);
        return segment.hasEnded() ? segment.endPosition() : LogPosition.NONE;
    }

    @Override
    public EpochTable epochs() {
        List<EpochSpan> spans = new ArrayList<>();
        for (ModelSegment segment : segments) {
            long first = segment.number();
            if (!spans.isEmpty() && spans.getLast().epoch().equals(segment.epoch())) {
                first = spans.removeLast().firstSegment();
            }
            spans.add(new EpochSpan(first, segment.epoch(), segment.endPosition()));
        }
        return new EpochTable(spans);
    }

    @Override
    public long highestLed(int member) {
        return led[member];
    }

    @Override
    public long hash(long position) {
        return segment(LogPosition.segment(position)).hash(word(position));
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
        if (newMark <= mark && newCertain <= certain) {
            return;
        }
        long former = certain;
        mark = Math.max(mark, newMark);
        certain = Math.max(certain, newCertain);
        if (store.read().role() == Role.SOURCE) {
            Epoch epoch = store.read().promised();
            if (certain > former) {
                history.demandHolders(store.read(), certain, syncedEnd());
            }
            history.acknowledged(this, epoch, epoch.equals(acknowledgedIn) ? former : LogPosition.NONE);
            acknowledgedIn = epoch;
        }
        history.shown(this, former);
    }

    @Override
    public void read(long from, long to, int maxBytes, RunSlice slice) {
        ModelSegment segment = segment(LogPosition.segment(from));
        int start = word(from);
        int at = start;
        while (at < word(to)) {
            int next = at + ModelFrame.length(segment.words(), at);
            if (at > start && (next - start) * Long.BYTES > maxBytes) {
                break;
            }
            at = next;
        }
        int bytes = (at - start) * Long.BYTES;
        slice.set(from, segment.position(at), segment.memory(), (long) start * Long.BYTES, bytes, 0);
    }

    @Override
    public SegmentBegin segmentBegin(long number) {
        ModelSegment segment = segment(number);
        ModelSegment former = find(number - 1);
        long before = former == null ? LogPosition.NONE : former.endPosition();
        long hash = former == null ? 0 : former.hash(former.end());
        return new SegmentBegin(number, segment.epoch(), before, hash, 0, segment.prologue());
    }

    @Override
    public void begin(LogOrigin begun) {
        interruption.mayCrash();
        origin = begun;
        interruption.mayCrash();
    }

    @Override
    public void begin(SegmentBegin begin) {
        interruption.mayCrash();
        ModelSegment former = segments.isEmpty() ? null : segments.getLast();
        ModelSegment next;
        if (former == null) {
            long chain = history.chainAt(begin.segment(), begin.epoch());
            next = add(new ModelSegment(begin.segment(), begin.epoch(), begin.before(), chain));
        } else {
            next = follow(former, begin.segment(), begin.epoch());
        }
        if (!Arrays.equals(next.prologue(), begin.prologue())) {
            throw new ViolationException("a prologue has changed on its way segment=" + begin.segment());
        }
        interruption.mayCrash();
        if (former != null) {
            former.endHere();
        }
        interruption.mayCrash();
    }

    @Override
    public void write(long position, MemorySegment frames, RunEnd end, long timeMs) {
        interruption.mayCrash();
        ModelSegment last = segments.getLast();
        int at = word(position);
        int until = at + (int) (frames.byteSize() / Long.BYTES);
        MemorySegment.copy(frames, ValueLayout.JAVA_LONG_UNALIGNED, 0, last.words(), at, until - at);
        for (int next = at; next < until; next += ModelFrame.length(last.words(), next)) {
            if (!ModelFrame.isWhole(last.words(), next, last.position(next))) {
                throw new ReplicationException(
                        "a frame is damaged position=" + LogPosition.toText(last.position(next)));
            }
        }
        pendingEnd = until;
        if (end == RunEnd.ENDS) {
            while (last.end() < pendingEnd) {
                history.copied(last.endPosition(), last.words()[last.end() + 1]);
                last.take();
            }
            pendingEnd = 0;
            settled = end();
            history.published(this);
            if (mark > position) {
                history.shown(this, position);
            }
        }
        interruption.mayCrash();
    }

    @Override
    public void setPeriod(long number, long opening) {
        throw new ReplicationException("the model opens no periods number=" + number);
    }

    @Override
    public void dropRun() {
        segments.getLast().clearRest();
        pendingEnd = 0;
    }

    @Override
    public void force() {
        interruption.mayCrash();
        segments.forEach(ModelSegment::force);
        forcedMark = mark;
        forcedCertain = certain;
        forcedSettled = settled;
        interruption.mayCrash();
    }

    @Override
    public void cut(long position) {
        interruption.mayCrash();
        history.cut(this, position);
        long number = LogPosition.segment(position);
        segments.removeIf(segment -> position == LogPosition.NONE || segment.number() > number);
        if (!segments.isEmpty()) {
            segments.getLast().cut(word(position));
            segments.getLast().force();
        } else {
            origin = null;
        }
        settled = Math.min(settled, position);
        forcedSettled = Math.min(forcedSettled, position);
        mark = Math.min(mark, position);
        certain = Math.min(certain, position);
        forcedMark = Math.min(forcedMark, position);
        forcedCertain = Math.min(forcedCertain, position);
        System.arraycopy(ledAndLost, 0, led, 0, led.length); // what was set aside is not asked
        for (ModelSegment segment : segments) {
            int leader = segment.epoch().leader();
            led[leader] = Math.max(led[leader], segment.number());
        }
        interruption.mayCrash();
    }

    @Override
    public void promote(Epoch epoch, long above) {
        force();
        ModelSegment last = segments.getLast();
        if (!isBetweenBatches(last.endPosition())) {
            history.halfEnd(last.endPosition());
        }
        do {
            last.endHere();
            last.force();
            interruption.mayCrash();
            last = follow(last, last.number() + 1, epoch);
            last.force();
            interruption.mayCrash();
        } while (last.number() <= above);
    }

    @Override
    public void fence(Epoch epoch) {
        interruption.mayCrash();
        fencedBy = epoch;
    }

    @Override
    public void admit(Appending value) {
        appending = value;
    }
}
