package io.millrace.service;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.channel.ChannelReader;
import io.millrace.channel.ChannelWriter;
import io.millrace.channel.EpochClock;
import io.millrace.channel.History;
import io.millrace.channel.ReaderOptions;
import io.millrace.channel.Source;
import io.millrace.journal.Direction;
import io.millrace.journal.Durability;
import io.millrace.journal.Index;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalId;
import io.millrace.journal.SeekResult;
import io.millrace.journal.TailerOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Runs a gateway: gives it synced requests, keeps their outcomes, and publishes them once the gateway has committed.
 *
 * <p>The outcomes of a batch are taken out of the writer and held here until then. If the other side goes away, the
 * batch is forgotten on both sides, the inputs go back to the last request whose outcome is published, and the
 * gateway is opened again after a pause; nothing waits inside a poll.
 */
final class GatewayService extends CountedTask {

    private static final long FIRST_PAUSE_NS = 100_000_000L;
    private static final long LONGEST_PAUSE_NS = 5_000_000_000L;
    private static final System.Logger LOGGER = System.getLogger(GatewayService.class.getPackageName());

    private final ChannelWriter writer;
    private final Channel output;
    private final Gateway gateway;
    private final InputReaders inputs;
    private final EpochClock clock;
    private final int batch;
    private final long giveUpAfterNs;
    private final Context context = new Context();
    private final Outcomes outcomes = new Outcomes();

    /** Of each input, the index of the newest request whose outcome is published. */
    private final long[] published;

    /** Where in the output that outcome stands. */
    private final long[] publishedAt;

    /** What a restart goes back to: in each input, and last in the output; only here so that none is made each time. */
    private final long[] reached;

    /** Of each input, the newest message before this run has written any. */
    private final long[] lastAtStart;

    private final RestartHolds holds;
    private boolean open;
    private boolean wasOpen;
    private long awaySinceNs;
    private long retryAtNs;
    private long pauseNs;
    private ChannelReader current;

    private GatewayService(GatewayBuilder settings, ChannelWriter writer, Gateway gateway, InputReaders inputs) {
        super(settings.name, writer);
        this.writer = writer;
        this.output = settings.output;
        this.gateway = gateway;
        this.clock = settings.clock;
        this.batch = settings.batch;
        this.giveUpAfterNs = settings.giveUpAfter.toNanos();
        this.inputs = inputs;
        this.published = new long[inputs.size()];
        this.publishedAt = new long[inputs.size()];
        this.reached = new long[inputs.size() + 1];
        this.lastAtStart = new long[inputs.size()];
        for (int input = 0; input < lastAtStart.length; input++) {
            lastAtStart[input] = inputs.channel(input).journal().orElseThrow().lastIndex();
        }
        List<Channel> needed = new ArrayList<>(settings.inputs);
        needed.add(settings.output);
        this.holds = RestartHolds.open(settings.name, needed);
    }

    static ServiceTask create(GatewayBuilder settings, ComponentFactory<? extends Gateway> factory) {
        if (settings.inputs.isEmpty()
                || settings.output == null
                || settings.output.journal().isEmpty()) {
            throw new ServiceException(
                    "a gateway needs inputs and an output that keeps its outcomes service=" + settings.name
                            + " inputs=" + settings.inputs.size() + " output="
                            + (settings.output == null ? "none" : settings.output.name()));
        }
        for (Channel input : settings.inputs) {
            Durability durability = input.durability().orElse(null);
            if (durability != Durability.SYNCED) {
                throw new ServiceException(
                        "a gateway acts on the outside world, so what it reads must survive power loss service="
                                + settings.name + " input=" + input.name() + " durability="
                                + (durability == null ? "none" : durability)
                                + " needed="
                                + Durability.SYNCED);
            }
        }
        ChannelWriter writer = settings.output.writer();
        try {
            Gateway gateway = Objects.requireNonNull(factory.create(writer::as), "gateway");
            if (writer.written() != 0) {
                throw new ServiceException("a gateway must not write while it is made service=" + settings.name);
            }
            ReaderOptions synced = ReaderOptions.defaults()
                    .withTypes(settings.types)
                    .withTailer(TailerOptions.defaults().withLevel(Durability.SYNCED));
            InputReaders inputs = InputReaders.open(settings.name, settings.inputs, gateway, synced);
            return new GatewayService(settings, writer, gateway, inputs);
        } catch (Throwable e) {
            writer.close();
            throw e;
        }
    }

    @Override
    public Object component() {
        return gateway;
    }

    @Override
    public int poll() {
        if (state() == State.DONE || (retryAtNs != 0 && clock.nowNs() < retryAtNs)) {
            return 0;
        }
        try {
            if (state() == State.RESTARTING) {
                findPublished();
                goTo(State.LIVE);
            }
            if (!open) {
                open();
            }
            int work = requests();
            if (work > 0) {
                gateway.commit();
                publish();
            } else if (inputs.drained()) {
                output.markEnded();
                goTo(State.DONE);
            }
            return work;
        } catch (GatewayUnavailableException e) {
            away(e);
            return 0;
        }
    }

    private void open() {
        for (int input = 0; input < published.length; input++) {
            inputs.reader(input).seekAfter(published[input]);
        }
        // The gateway may forget outcomes that are in the output, so they must be there for good.
        writer.sync();
        gateway.open(context);
        open = true;
        wasOpen = true;
        retryAtNs = 0;
    }

    private int requests() {
        while (outcomes.size() < batch && writer.hasRoom()) {
            ChannelReader reader = inputs.next();
            if (reader == null) {
                break;
            }
            request(reader);
        }
        return outcomes.size();
    }

    private void request(ChannelReader reader) {
        current = reader;
        writer.begin(outcomes.next().set(reader, clock.nowNs()).detach());
        try {
            reader.dispatch();
            if (writer.staged() != 1) {
                throw new ServiceException(
                        "a gateway must answer a request by exactly one call answers=" + writer.staged());
            }
            outcomes.keep(writer.staged(0));
        } catch (GatewayUnavailableException e) {
            throw e;
        } catch (Exception e) {
            throw failed(reader, e);
        } finally {
            writer.rollback();
            current = null;
        }
    }

    private ServiceException failed(ChannelReader reader, Exception error) {
        ServiceException failure = new ServiceException(
                "a gateway threw service=" + name() + " input=" + InputPlace.text(reader.source(), reader.index())
                        + " method=" + reader.call().methodName() + ": " + error.getMessage(),
                error);
        try {
            gateway.rollback();
        } catch (RuntimeException e) {
            failure.addSuppressed(e);
        }
        outcomes.clear();
        return failure;
    }

    private void publish() {
        for (int i = 0; i < outcomes.size(); i++) {
            writer.begin(outcomes.input(i));
            writer.call(outcomes.schema(i), outcomes.segment(i), 0, outcomes.length(i));
            int input = inputs.indexOf(outcomes.input(i).source());
            publishedAt[input] = writer.commit();
            published[input] = outcomes.input(i).index();
            countInput();
        }
        hold();
        outcomes.clear();
        awaySinceNs = 0;
        pauseNs = 0;
    }

    /** A restart looks for the newest outcome of each input, and goes on behind that input. */
    private void hold() {
        long oldest = Long.MAX_VALUE;
        for (int input = 0; input < published.length; input++) {
            reached[input] = published[input];
            oldest = Math.min(oldest, publishedAt[input]);
        }
        reached[published.length] = oldest;
        holds.reached(reached);
    }

    /** The other side is away: everything since the last publication will be asked again, after a pause. */
    private void away(GatewayUnavailableException error) {
        long nowNs = clock.nowNs();
        if (awaySinceNs == 0) {
            awaySinceNs = nowNs;
        }
        outcomes.clear();
        if (open) {
            open = false;
            rollback(error);
        }
        if (nowNs - awaySinceNs >= giveUpAfterNs) {
            throw new ServiceException(
                    "the other side of a gateway stays away service=" + name() + " awayNs=" + (nowNs - awaySinceNs)
                            + " giveUpAfterNs=" + giveUpAfterNs + ": " + error.getMessage(),
                    error);
        }
        pauseNs = Math.min(LONGEST_PAUSE_NS, Math.max(FIRST_PAUSE_NS, pauseNs * 2));
        retryAtNs = nowNs + pauseNs;
        LOGGER.log(
                System.Logger.Level.INFO,
                "the other side of a gateway is away service=" + name() + " pauseNs=" + pauseNs + ": "
                        + error.getMessage());
    }

    private void rollback(GatewayUnavailableException error) {
        try {
            gateway.rollback();
        } catch (GatewayUnavailableException e) {
            error.addSuppressed(e);
        }
    }

    /** Finds for each input the newest request whose outcome is in the output. */
    private void findPublished() {
        for (int input = 0; input < published.length; input++) {
            published[input] = Index.NONE;
            publishedAt[input] = Index.NONE;
        }
        int missing = published.length;
        try (ChannelCursor cursor = output.cursor()) {
            cursor.direction(Direction.BACKWARD);
            cursor.toEnd();
            Entry entry = cursor.next();
            while (missing > 0 && entry != Entry.END) {
                if (entry == Entry.CALL && cursor.history().size() > 0) {
                    History history = cursor.history();
                    Source source = history.source(history.size() - 1);
                    int input = inputs.indexOf(source);
                    if (published[input] == Index.NONE) {
                        published[input] = history.index(history.size() - 1);
                        publishedAt[input] = cursor.index();
                        missing--;
                    }
                }
                entry = cursor.next();
            }
        }
    }

    @Override
    public void close() {
        try (writer;
                inputs) {
            gateway.close();
        }
    }

    /** What the gateway may ask. */
    private final class Context implements GatewayContext {

        private Context() {}

        @Override
        public String name() {
            return GatewayService.this.name();
        }

        @Override
        public List<GatewayInput> inputs() {
            List<GatewayInput> described = new ArrayList<>();
            for (int input = 0; input < published.length; input++) {
                Channel channel = inputs.channel(input);
                Journal journal = channel.journal().orElseThrow();
                long lastIndex = wasOpen ? journal.lastIndex() : lastAtStart[input];
                described.add(new GatewayInput(channel.name(), journal.id(), lastIndex, published[input]));
            }
            return described;
        }

        @Override
        public JournalId journalId() {
            return request().source().journalId().orElseThrow();
        }

        @Override
        public long index() {
            return request().index();
        }

        @Override
        public long checksum() {
            return request().checksum();
        }

        @Override
        public boolean holds(GatewayInput input, long index, long checksum) {
            for (int i = 0; i < published.length; i++) {
                Channel channel = inputs.channel(i);
                if (channel.journal().orElseThrow().id().equals(input.journalId())) {
                    try (ChannelCursor cursor = channel.cursor()) {
                        return cursor.seek(index) == SeekResult.FOUND
                                && cursor.next() == Entry.CALL
                                && cursor.index() == index
                                && (!cursor.isReadable() || cursor.checksum() == checksum);
                    }
                }
            }
            return false;
        }

        private ChannelReader request() {
            if (current == null) {
                throw new ServiceException("no request is being made service=" + name());
            }
            return current;
        }
    }
}
