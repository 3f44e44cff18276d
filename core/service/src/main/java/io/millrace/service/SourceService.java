package io.millrace.service;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.channel.ChannelWriter;
import io.millrace.channel.ConsumedRuns;
import io.millrace.channel.EpochClock;
import io.millrace.channel.History;
import io.millrace.channel.Input;
import io.millrace.channel.Source;
import io.millrace.journal.Direction;
import java.util.Objects;
import java.util.OptionalLong;

/** Runs an external source: opens it behind the newest item in the output, then sends its items at the set rate. */
final class SourceService extends CountedTask implements SourceContext {

    private static final long NONE = -1;

    private final ChannelWriter writer;
    private final Channel output;
    private final ExternalSource source;
    private final Source external;
    private final EpochClock clock;
    private final Rate rate;
    private final int batch;
    private final Input input = new Input();
    private boolean stated;
    private long lastIndex = NONE;
    private long itemTimeNs;
    private long startNs;
    private long sent;

    private SourceService(SourceBuilder settings, ChannelWriter writer, ExternalSource source) {
        super(settings.name, writer);
        this.writer = writer;
        this.output = settings.output;
        this.source = source;
        this.external = settings.external();
        this.clock = settings.clock;
        this.rate = settings.rate;
        this.batch = settings.batch;
    }

    static ServiceTask create(SourceBuilder settings, ComponentFactory<? extends ExternalSource> factory) {
        if (settings.output == null || settings.output.journal().isEmpty()) {
            throw new ServiceException(
                    "a source needs an output that keeps what it sends, since it is never asked again service="
                            + settings.name + " output=" + (settings.output == null ? "none" : settings.output.name()));
        }
        ChannelWriter writer = settings.output.writer();
        try {
            ExternalSource source = Objects.requireNonNull(factory.create(writer::as), "source");
            if (writer.written() != 0) {
                throw new ServiceException("a source must not write while it is made service=" + settings.name);
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
    public int poll() {
        return switch (state()) {
            case RESTARTING -> open();
            case LIVE -> send();
            case DONE -> 0;
        };
    }

    private int open() {
        lastIndex = newestItem();
        source.open(lastIndex);
        startNs = clock.nowNs();
        goTo(State.LIVE);
        return 1;
    }

    private int send() {
        int work = 0;
        while (work < batch && writer.hasRoom()) {
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
            writer.commit();
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
            throw new ServiceException("the indexes of a source must go up, one for each item service=" + name()
                    + " index=" + index + " lastIndex=" + lastIndex);
        }
        lastIndex = index;
        stated = true;
        writer.begin(input.set(external, index, itemTimeNs));
    }

    @Override
    public long timeNs() {
        return itemTimeNs;
    }

    /** Returns the greatest own index in the output: indexes go up, so it is in the newest record that has one. */
    private long newestItem() {
        try (ChannelCursor cursor = output.cursor()) {
            cursor.direction(Direction.BACKWARD);
            cursor.toEnd();
            for (Entry entry = cursor.next(); entry != Entry.END; entry = cursor.next()) {
                long index = switch (entry) {
                    case CALL -> ownIndex(cursor.history());
                    case CONSUMED -> ownIndex(cursor.consumed());
                    default -> NONE;
                };
                if (index != NONE) {
                    return index;
                }
            }
        }
        return NONE;
    }

    private long ownIndex(History history) {
        int newest = history.size() - 1;
        return newest >= 0 && history.source(newest).equals(external) ? history.index(newest) : NONE;
    }

    private long ownIndex(ConsumedRuns runs) {
        for (int run = runs.size() - 1; run >= 0; run--) {
            if (runs.source(run).equals(external)) {
                return runs.to(run);
            }
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
