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
    private final RestartHolds holds;
    private final StartGate gate;
    private boolean checked;
    private boolean opened;

    /** Where in the output the newest item is whose call is held, as what a restart continues from. */
    private long heldAt = Index.NONE;

    private boolean stated;
    private long lastIndex = NONE;
    private long itemTimeNs;
    private long startNs;
    private long sent;

    private SourceService(SourceBuilder settings, JournalChannelWriter writer, ExternalSource source) {
        super(settings.name, writer);
        this.writer = writer;
        this.output = settings.output;
        this.source = source;
        this.external = settings.external();
        this.clock = settings.clock;
        this.rate = settings.rate;
        this.batch = settings.batch;
        this.names = settings.names;
        this.holds = RestartHolds.ofSource(settings.names, settings.output);
        this.gate = settings.gate;
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
            if (writer.written() != 0) {
                throw new ServiceException("a source must not write while it is created service=" + settings.name);
            }
            return new SourceService(settings, writer, source);
        } catch (Throwable e) {
            writer.close();
            throw e;
        }
    }

    @Override
    public Object component() {
        return source;
    }

    @Override
    OptionalLong unread() {
        return OptionalLong.empty();
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
            source.open(lastIndex);
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
        long before = writer.written();
        Progress progress;
        try {
            progress = source.poll(this);
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
            hold(writer.commit());
            countInput(itemTimeNs);
        }
        return progress;
    }

    private void check(Progress progress) {
        int calls = stated ? writer.staged() : 0;
        boolean fits = progress == Progress.EMITTED ? stated && calls <= 1 : !stated;
        if (!fits) {
            rollback();
            throw new ServiceException(
                    "a source must state one index and make at most one call for each item, and none without service="
                            + name() + " progress=" + progress + " stated=" + stated + " calls=" + calls + " lastIndex="
                            + lastIndex);
        }
    }

    private void rollback() {
        if (stated) {
            stated = false;
            writer.rollback();
        }
    }

    @Override
    public void index(long index) {
        if (stated || index <= lastIndex) {
            throw new ServiceException("the indexes of a source must increase with each item service=" + name()
                    + " index=" + index + " lastIndex=" + lastIndex);
        }
        lastIndex = index;
        stated = true;
        writer.begin(input.set(external, index, itemTimeNs));
    }

    @Override
    public void origin(String origin) {
        SourceOrigin.keep(names, output, origin);
    }

    @Override
    public long timeNs() {
        return itemTimeNs;
    }

    /** Keeps the segment of the newest item in the output, from which a restart continues. */
    private void hold(long index) {
        if (index != Index.NONE && (heldAt == Index.NONE || Index.segment(index) != Index.segment(heldAt))) {
            heldAt = index;
            holds.reached(index);
        }
    }

    /** Finds the greatest own index in the output: indexes go up, so it is in the newest record that has one. */
    private void findNewestItem() {
        Set<String> others = new TreeSet<>();
        try (ChannelCursor cursor = output.cursor()) {
            cursor.direction(Direction.BACKWARD);
            cursor.toEnd();
            Entry entry = cursor.next();
            while (lastIndex == NONE && entry != Entry.END) {
                lastIndex = switch (entry) {
                    case CALL -> ownIndex(cursor.history(), others);
                    case CONSUMED -> ownIndex(cursor.consumed(), others);
                    default -> NONE;
                };
                if (lastIndex != NONE) {
                    heldAt = cursor.index();
                }
                entry = cursor.next();
            }
        }
        if (!others.isEmpty() && (lastIndex == NONE || isSoleWriter())) {
            throw new ServiceException("the output has items of a source of another name; a renamed source names its"
                    + " former name, formerly: "
                    + others.iterator().next() + "; another source writes"
                    + " another channel service=" + name() + " output=" + output.name() + " sources=" + others
                    + (names.formerly().isEmpty() ? "" : " formerly=" + names.formerly()));
        }
        long removed = output.journal().orElseThrow().messagesBefore(Index.NONE);
        if (lastIndex == NONE && removed > 0) {
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
        others.add(sender.name());
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
