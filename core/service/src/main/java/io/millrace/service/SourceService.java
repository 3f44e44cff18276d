package io.millrace.service;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.channel.ConsumedRuns;
import io.millrace.channel.EpochClock;
import io.millrace.channel.History;
import io.millrace.channel.Input;
import io.millrace.channel.JournalChannelWriter;
import io.millrace.channel.Source;
import io.millrace.journal.Direction;
import io.millrace.journal.Index;
import io.millrace.journal.Ownership;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeSet;

/** Runs an external source: opens it after the newest item in the output, then sends its items at the set rate. */
final class SourceService extends CountedTask implements SourceContext {

    private static final long NONE = -1;

    private final JournalChannelWriter writer;
    private final Channel output;
    private final ExternalSource source;
    private final Source external;
    private final EpochClock clock;
    private final Rate rate;
    private final int batch;
    private final Input input = new Input();
    private final ServiceNames names;
    private final SourceNotes notes;
    private final SourceStreams streams;
    private final OtherSide otherSide;
    private final RestartHolds holds;
    private final StartGate gate;

    /** Null where the source does not read an order, as are the repeats. */
    private final OrderClock order;

    private final ClientRepeats repeats;

    private boolean checked;
    private boolean opened;

    /** Where in the output the newest item is whose call is held, as what a restart continues from. */
    private long heldAt = Index.NONE;

    private boolean stated;
    private boolean passed;

    /** Why the stated item is bad; null where it is not. */
    private String refusal;

    /** Why the other side is away; null where it is not. */
    private String awayReason;

    /** The newest index that was stated, of whichever stream. */
    private long lastIndex = NONE;

    /** What the stated item is of: this source, or one of its streams. */
    private Source itemOf;

    private long itemTimeNs;
    private long startNs;
    private long sent;

    private SourceService(SourceBuilder settings, JournalChannelWriter writer, ExternalSource source) {
        super(settings.name, writer);
        this.writer = writer;
        this.output = settings.output;
        this.source = source;
        this.external = settings.external();
        this.itemOf = external;
        this.clock = settings.clock;
        this.rate = settings.rate;
        this.batch = settings.batch;
        this.names = settings.names;
        this.notes = new SourceNotes(settings.names, settings.output);
        this.streams = new SourceStreams(settings.names);
        this.otherSide =
                new OtherSide(settings.name, new ErrorReports(settings.errorHandler), Long.MAX_VALUE, this::lastError);
        this.holds = RestartHolds.ofSource(settings.names, settings.output);
        this.gate = settings.gate;
        this.order = settings.order;
        this.repeats = source instanceof OrderedSource ordered
                ? new ClientRepeats(ClientRepeats.WINDOW, ordered.rememberedNs(), ordered::isRemembered)
                : null;
        gate.join();
    }

    static ServiceTask create(SourceBuilder settings, ComponentFactory<? extends ExternalSource> factory) {
        if (settings.output == null || settings.output.journal().isEmpty()) {
            throw new ServiceException(
                    "a source needs an output that keeps its items, since it is never replayed service=" + settings.name
                            + " output=" + (settings.output == null ? "none" : settings.output.name()));
        }
        JournalChannelWriter writer = settings.output.writer().journalWriter().orElseThrow();
        try {
            ExternalSource source = Objects.requireNonNull(factory.create(new SourceOutputs(writer)), "source");
            requireOrder(settings, source);
            if (source instanceof OrderedSource ordered) {
                ordered.proposals(settings.proposals);
            }
            if (writer.written() != 0) {
                throw new ServiceException("a source must not write while it is created service=" + settings.name);
            }
            return new SourceService(settings, writer, source);
        } catch (Throwable e) {
            writer.close();
            throw e;
        }
    }

    private static void requireOrder(SourceBuilder settings, ExternalSource source) {
        boolean isSole = settings.output.journal().orElseThrow().ownership().equals(Optional.of(Ownership.SINGLE));
        if (source instanceof OrderedSource != (settings.order != null) || (settings.order != null && !isSole)) {
            throw new ServiceException("a source of an order, and no other, has a clock of the order and is the only"
                    + " writer of its channel service=" + settings.name + " output=" + settings.output.name()
                    + " class=" + source.getClass().getName() + " ordered=" + (settings.order != null)
                    + " soleWriter=" + isSole);
        }
    }

    @Override
    public Object component() {
        return source;
    }

    @Override
    OptionalLong unread() {
        return source.left();
    }

    @Override
    Optional<OtherSide> otherSide() {
        return Optional.of(otherSide);
    }

    @Override
    public SequencedMap<String, Long> positions() {
        return new LinkedHashMap<>();
    }

    @Override
    public int poll() {
        return switch (state()) {
            case RESTARTING -> restart();
            case LIVE -> send();
            case DONE -> 0;
        };
    }

    private int restart() {
        if (!checked) {
            findNewestItem();
            checked = true;
            gate.checked();
        }
        if (!opened && gate.allChecked()) {
            source.open(lastIndex, notes.start(), streams.reached());
            opened = true;
            gate.opened();
        }
        if (!gate.isOpen()) {
            return 0;
        }
        holds.take();
        if (heldAt != Index.NONE) {
            holds.reached(heldAt);
        }
        startNs = clock.nowNs();
        goTo(State.LIVE);
        return 1;
    }

    private int send() {
        int work = 0;
        while (work < batch && writer.hasCapacity()) {
            long nowNs = clock.nowNs();
            long dueNs = rate.limited() ? startNs + rate.dueNs(sent) : nowNs;
            if (nowNs < dueNs) {
                return work;
            }
            itemTimeNs = dueNs;
            Progress progress = sendOne();
            if (progress == Progress.ENDED) {
                writer.checkpoint();
                output.markEnded();
                goTo(State.DONE);
                return work + 1;
            }
            if (progress == Progress.IDLE) {
                return work;
            }
            sent++;
            work++;
        }
        return work;
    }

    private Progress sendOne() {
        stated = false;
        passed = false;
        refusal = null;
        awayReason = null;
        long before = writer.written();
        Progress progress;
        try {
            progress = source.poll(this);
        } catch (FencedException e) {
            rollback();
            throw otherSide.fenced(e);
        } catch (Throwable e) {
            rollback();
            throw new ServiceException(
                    "a source threw service=" + name() + " lastIndex=" + lastIndex + ": " + ForeignError.text(e), e);
        }
        if (writer.written() != before) {
            throw new ServiceException(
                    "a source made a call before it stated its index service=" + name() + " lastIndex=" + lastIndex);
        }
        check(progress);
        if (stated) {
            long at = writer.commit();
            if (repeats != null && at != Index.NONE) {
                repeats.written(at, itemTimeNs);
            }
            hold(at);
            stated = false; // or closing would not write down that it was passed over
            countInput(itemTimeNs);
            answered();
        }
        if (passed) {
            if (!streams.isComplete()) {
                writer.commit();
            }
            writer.checkpoint();
        }
        if (awayReason != null) {
            otherSide.awayUntilBack(awayReason);
        } else if (otherSide.isAway()) {
            otherSide.back();
        }
        return progress;
    }

    private void answered() {
        if (refusal == null) {
            otherSide.accepted();
        } else {
            otherSide.refused(InputPosition.text(itemOf, lastIndex), refusal, itemTimeNs);
        }
    }

    private void check(Progress progress) {
        int calls = stated ? writer.staged() : 0;
        int most = repeats == null || repeats.isNew() ? 1 : 0;
        boolean fits = progress == Progress.EMITTED
                ? stated && calls <= most && awayReason == null
                : !stated && refusal == null;
        if (!fits) {
            rollback();
            throw new ServiceException(
                    "a source must state one index and make at most one call for each item, and none without service="
                            + name() + " progress=" + progress + " stated=" + stated + " calls=" + calls + " lastIndex="
                            + lastIndex);
        }
    }

    private void rollback() {
        if (stated || passed) {
            boolean isOpen = stated || !streams.isComplete(); // what was passed of a stream is committed at once
            stated = false;
            passed = false;
            if (isOpen) {
                writer.rollback();
            }
        }
    }

    @Override
    public void index(long index) {
        begin(index);
        stated = true;
    }

    @Override
    public void index(String stream, long index) {
        begin(stream, index);
        stated = true;
    }

    @Override
    public void entry(long previous, long position, long timeNs) {
        follow(previous, position, timeNs);
        repeats.next();
        writer.begin(input.set(external, position, timeNs));
        stated = true;
    }

    @Override
    public boolean entry(long previous, long position, long timeNs, String client, long number) {
        follow(previous, position, timeNs);
        Source of = repeats.next(client, number);
        writer.begin(input.set(external, position, timeNs, of, number));
        stated = true;
        return repeats.isNew();
    }

    /** Checks that an entry is the next one of the order, and sets the time. */
    private void follow(long previous, long position, long timeNs) {
        if (order == null || stated || passed || previous != lastIndex || position <= previous) {
            throw new ServiceException("an entry of an order follows the newest one, one in a poll service=" + name()
                    + " ordered=" + (order != null) + " previous=" + previous + " position=" + position + " newest="
                    + lastIndex);
        }
        lastIndex = position;
        itemTimeNs = timeNs;
        order.entry(timeNs);
    }

    private void begin(long index) {
        if (stated || passed || index <= lastIndex || streams.isComplete() || order != null) {
            throw new ServiceException("the indexes of a source must increase with each item service=" + name()
                    + " index=" + index + " lastIndex=" + lastIndex);
        }
        lastIndex = index;
        writer.begin(input.set(external, index, itemTimeNs));
    }

    private void begin(String stream, long index) {
        if (stated || !streams.isComplete() || order != null) {
            throw new ServiceException("a source states its streams before their items, and one item at a time service="
                    + name() + " stream=" + stream + " index=" + index);
        }
        itemOf = streams.advance(stream, index).source();
        lastIndex = index;
        writer.begin(input.set(itemOf, index, itemTimeNs));
    }

    @Override
    public void passed(long index) {
        begin(index);
        passed = true;
    }

    @Override
    public void passed(String stream, long index) {
        begin(stream, index);
        writer.commit();
        passed = true;
    }

    @Override
    public void start(Map<String, Long> firsts) {
        if (stated || passed || lastIndex != NONE) {
            throw new ServiceException("the streams of a source begin before its first item service=" + name()
                    + " lastIndex=" + lastIndex);
        }
        streams.start(firsts);
        writeStreams();
        writer.sync();
    }

    /** Writes a record of how far all streams are, so that a restart need not read what is before it. */
    private void writeStreams() {
        int runs = 0;
        for (SourceStreams.Stream stream : streams.values()) {
            if (stream.last() != NONE) {
                consume(stream.source(), stream.last()); // after some hundred, what is pending becomes a record
                runs++;
            }
        }
        consume(streams.all(), runs);
        writer.checkpoint();
    }

    private void consume(Source of, long index) {
        writer.begin(input.set(of, index, itemTimeNs));
        writer.commit();
    }

    @Override
    public void start(long index) {
        notes.start(index);
    }

    @Override
    public void refused(String reason) {
        refusal = reason;
    }

    @Override
    public void away(String reason) {
        awayReason = reason;
    }

    @Override
    public void origin(String origin) {
        notes.origin(origin);
    }

    @Override
    public long timeNs() {
        return itemTimeNs;
    }

    /** Keeps the segment of the newest item in the output, from which a restart continues. */
    private void hold(long index) {
        if (repeats != null) {
            holdFrom(repeats.neededFrom());
        } else if (index != Index.NONE && (heldAt == Index.NONE || Index.segment(index) != Index.segment(heldAt))) {
            heldAt = index;
            if (streams.isComplete()) {
                writeStreams(); // after the item that is held, so that what a restart needs is kept
            }
            holds.reached(index);
        }
    }

    private void holdFrom(long index) {
        if (index != heldAt) {
            heldAt = index;
            holds.reached(index);
        }
    }

    /**
     * Finds the greatest own index in the output: indexes go up, so it is in the newest record that has one. Those of
     * streams are in and after the newest record of all of them.
     */
    private void findNewestItem() {
        Set<String> others = new TreeSet<>();
        try (ChannelCursor cursor = output.cursor()) {
            cursor.direction(Direction.BACKWARD);
            cursor.toEnd();
            Entry entry = cursor.next();
            while (lastIndex == NONE && !streams.isComplete() && entry != Entry.END) {
                lastIndex = switch (entry) {
                    case CALL -> ownIndex(cursor.history(), others);
                    case CONSUMED -> ownIndex(cursor.consumed(), others);
                    default -> NONE;
                };
                if (lastIndex != NONE || streams.isComplete()) {
                    heldAt = cursor.index();
                }
                entry = cursor.next();
            }
        }
        if (repeats != null) {
            repeats.restore(output);
            heldAt = repeats.neededFrom();
        }
        boolean isNew = lastIndex == NONE && !streams.isComplete();
        if (!others.isEmpty() && (isNew || isSoleWriter())) {
            throw new ServiceException("the output has items of a source of another name; a renamed source names its"
                    + " former name, formerly: "
                    + others.iterator().next() + "; another source writes"
                    + " another channel service=" + name() + " output=" + output.name() + " sources=" + others
                    + (names.formerly().isEmpty() ? "" : " formerly=" + names.formerly()));
        }
        long removed = output.journal().orElseThrow().messagesBefore(Index.NONE);
        if (isNew && removed > 0) {
            throw new ServiceException("a source continues after its newest item in the output, but retention has"
                    + " removed all of them service=" + name() + " output=" + output.name() + " removed=" + removed);
        }
    }

    private boolean isSoleWriter() {
        return output.journal().orElseThrow().ownership().equals(Optional.of(Ownership.SINGLE));
    }

    private long ownIndex(History history, Set<String> others) {
        int newest = history.size() - 1;
        return newest < 0 ? NONE : ownIndex(history.source(newest), history.index(newest), others);
    }

    private long ownIndex(ConsumedRuns runs, Set<String> others) {
        long index = NONE;
        for (int run = runs.size() - 1; run >= 0 && index == NONE; run--) {
            index = ownIndex(runs.source(run), runs.to(run), others);
        }
        return index;
    }

    /** Returns the index of an item that this source has sent, under any of its names; notes other senders. */
    private long ownIndex(Source sender, long index, Set<String> others) {
        if (!sender.isExternal()) {
            return NONE;
        }
        if (names.has(sender.name())) {
            return index;
        }
        if (!streams.found(sender, index)) {
            others.add(sender.name());
        }
        return NONE;
    }

    @Override
    public void close() {
        try (writer;
                source) {
            if (!stated && state() == State.LIVE) {
                writer.checkpoint();
            }
        }
    }
}
