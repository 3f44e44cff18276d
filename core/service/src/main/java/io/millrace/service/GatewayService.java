package io.millrace.service;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.channel.ChannelReader;
import io.millrace.channel.EpochClock;
import io.millrace.channel.Input;
import io.millrace.channel.JournalChannelWriter;
import io.millrace.channel.ReaderOptions;
import io.millrace.journal.Durability;
import io.millrace.journal.Index;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalId;
import io.millrace.journal.MarkPolicy;
import io.millrace.journal.SeekResult;
import io.millrace.journal.TailerOptions;
import io.millrace.wire.CallHooks;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SequencedMap;

/**
 * Runs a gateway: gives it synced requests, keeps their outcomes, and publishes them once the gateway has committed.
 *
 * <p>The outcomes of a batch are held here until then. While a commit runs, a gateway that allows that is given the
 * next requests, and one full batch of them may wait for that commit. If the other side goes away, all that is not
 * published is forgotten on both sides, the inputs go back to the last request whose outcome is published, and the
 * gateway is opened again after a pause; nothing waits inside a poll.
 */
final class GatewayService extends CountedTask {

    /** One that runs, and one that begins when that has ended, without waiting for this thread. */
    private static final int MOST_COMMITS = 2;

    private final JournalChannelWriter writer;
    private final Channel output;
    private final Gateway gateway;
    private final InputReaders inputs;
    private final EpochClock clock;
    private final int batch;
    private final Context context = new Context();
    private final OutcomeBatches outcomes = new OutcomeBatches();

    /** Of each input, the index of the newest request whose outcome is published. */
    private final long[] published;

    /**
     * Of each input, the index of the newest request that the gateway itself has answered: where a record stands for
     * the answer, the other side knows nothing of the request.
     */
    private final long[] answered;

    /** The index in the output of the newest of these outcomes, which a restart searches for. */
    private final long[] publishedAt;

    /** What a restart goes back to: in each input, and last in the output; only here so that none is made each time. */
    private final long[] reached;

    /** Of each input, the newest message before this run has written any. */
    private final long[] lastAtStart;

    private final RestartHolds holds;
    private final ErrorReports reports;
    private final OtherSide otherSide;
    private final String topology;
    private final ErrorPolicy onError;
    private final RecordWriter records;

    /** Null where nothing is to be passed over. */
    private final SkippedInputs skipped;

    private final Input recordInput = new Input();

    /** The request on which the gateway threw, for which a record is due; null where there is none. */
    private Poison poison;

    private final ServiceNames names;
    private final ServiceStart start;
    private final StartGate gate;
    private boolean checked;
    private boolean arrived;
    private boolean begun;
    private boolean open;
    private boolean wasOpen;
    private ChannelReader current;

    /** Why the request being made is refused; null where it is not. */
    private String refusal;

    private GatewayService(GatewayBuilder settings, JournalChannelWriter writer, Gateway gateway, InputReaders inputs) {
        super(settings.name, writer);
        this.writer = writer;
        this.output = settings.output;
        this.gateway = gateway;
        this.clock = settings.clock;
        this.batch = settings.batch.orElseGet(gateway::batch);
        this.inputs = inputs;
        this.published = new long[inputs.size()];
        this.answered = new long[inputs.size()];
        this.reports = new ErrorReports(settings.errorHandler);
        this.otherSide = new OtherSide(settings.name, reports, settings.giveUpAfter.toNanos(), this::lastError);
        this.topology = settings.topology;
        this.onError = settings.onError;
        this.records = new RecordWriter(settings.name, writer);
        this.skipped = SkippedInputs.open(settings.skips, settings.names, reports);
        this.publishedAt = new long[inputs.size()];
        this.reached = new long[inputs.size() + 1];
        this.lastAtStart = new long[inputs.size()];
        for (int input = 0; input < lastAtStart.length; input++) {
            lastAtStart[input] = inputs.channel(input).journal().orElseThrow().lastIndex();
        }
        this.names = settings.names;
        this.holds = RestartHolds.open(settings.names, settings.inputs, settings.output, List.of());
        this.start = new ServiceStart(settings.name, inputs, writer, holds, settings.startAt);
        this.gate = settings.gate;
        gate.join();
    }

    static ServiceTask create(GatewayBuilder settings, ComponentFactory<? extends Gateway> factory) {
        settings.check();
        JournalChannelWriter writer = settings.output.writer().journalWriter().orElseThrow();
        try {
            Gateway gateway = Objects.requireNonNull(factory.create(writer::as), "gateway");
            if (writer.written() != 0) {
                throw new ServiceException("a gateway must not write while it is created service=" + settings.name);
            }
            ReaderOptions synced = ReaderOptions.defaults()
                    .withTypes(settings.types)
                    .withTailer(TailerOptions.defaults()
                            .withLevel(Durability.SYNCED)
                            .withMark(MarkPolicy.ALWAYS));
            if (gateway instanceof CallHooks.UnknownCallHandler handler) {
                synced = synced.withHooks(CallHooks.none().withUnknown(handler));
            }
            InputReaders inputs = InputReaders.open(settings.name, settings.inputs, gateway, synced);
            inputs.endsWith(settings.end);
            inputs.priority(settings.priority);
            return of(settings, writer, gateway, inputs);
        } catch (Throwable e) {
            writer.close();
            throw e;
        }
    }

    private static GatewayService of(
            GatewayBuilder settings, JournalChannelWriter writer, Gateway gateway, InputReaders inputs) {
        try {
            return new GatewayService(settings, writer, gateway, inputs);
        } catch (Throwable e) { // as of orders that cannot be read
            inputs.close();
            throw e;
        }
    }

    @Override
    public Object component() {
        return gateway;
    }

    @Override
    OptionalLong unread() {
        return inputs.unread();
    }

    @Override
    Optional<OtherSide> otherSide() {
        return Optional.of(otherSide);
    }

    @Override
    public SequencedMap<String, Long> positions() {
        return inputs.positions();
    }

    @Override
    public int poll() {
        if (state() == State.DONE || otherSide.pauses(clock.nowNs())) {
            return 0;
        }
        try {
            if (!checked) {
                findPublished();
                for (int input = 0; input < published.length; input++) {
                    if (published[input] != Index.NONE) {
                        inputs.taken(input, published[input]);
                    }
                }
                checked = true;
                gate.checked();
            }
            if (!gate.allChecked()) {
                return 0;
            }
            boolean mayOpen = open || PublishedOutcomes.areHeldElsewhere(output);
            if (mayOpen && !open) {
                open();
            }
            arrive();
            if (!mayOpen || !gate.isOpen()) {
                return 0;
            }
            if (!begun) {
                begin();
            }
            return stepOrRepeat();
        } catch (FencedException e) {
            outcomes.clear();
            throw otherSide.fenced(e);
        } catch (GatewayUnavailableException e) {
            away(e);
            arrive(); // the journals carry what comes meanwhile, so nothing else waits for the other side
            return 0;
        }
    }

    private int stepOrRepeat() {
        try {
            return step();
        } catch (RequestsRefusedException e) {
            otherSide.repeats(e, MOST_COMMITS * batch);
            outcomes.clear();
            poison = null; // it is asked again with the rest
            gateway.rollback();
            forgetBatch();
            return 1;
        }
    }

    /** Carries out a batch of requests, or writes the record for one that is not carried out. */
    private int step() {
        Poison before = poison;
        int work = requests();
        int settled = 0;
        if (Objects.equals(poison, before) && !isFull() && outcomes.begun() > 0) {
            settled = settle();
            work = requests(); // with what has come meanwhile
        }
        if (!Objects.equals(poison, before)) {
            settle(); // what the batch has done is taken back, and made again without this request
            gateway.rollback();
            forgetBatch();
            return 1;
        }
        if (work > 0) {
            startCommit();
        }
        if (poison != null || skipped != null) {
            settle(); // a record comes after the outcomes of all requests before it
            ChannelReader reader = inputs.next();
            if (reader != null && isAnsweredByRecord(reader)) {
                publishRecord(reader);
                return work + 1;
            }
        }
        if (work == 0 && otherSide.isAway()) {
            otherSide.back(); // it was opened again, and nothing is asked of it
        }
        if (work == 0 && inputs.drained()) {
            output.markEnded();
            goTo(State.DONE);
        }
        return Math.max(work, settled);
    }

    /** Begins to commit the batch. Where the gateway allows that, the next one is prepared beside it. */
    private void startCommit() {
        if (outcomes.begun() == MOST_COMMITS) {
            settleOldest();
        }
        gateway.startCommit();
        outcomes.begin();
        if (!gateway.commitsBeside()) {
            settle();
        }
    }

    /** Waits for all commits that have begun and publishes their outcomes; returns how many there were. */
    private int settle() {
        int count = 0;
        while (outcomes.begun() > 0) {
            count += settleOldest();
        }
        return count;
    }

    private int settleOldest() {
        int count = outcomes.oldest().size();
        gateway.awaitCommit();
        publish(outcomes.oldest());
        outcomes.done();
        return count;
    }

    private void arrive() {
        if (!arrived) {
            arrived = true;
            gate.opened();
        }
    }

    /** Begins to take requests, once the other side has been open and all others of the topology may begin too. */
    private void begin() {
        start.begin();
        holds.take();
        for (int input = 0; skipped != null && input < published.length; input++) {
            skipped.restarted(output, inputs.channel(input), published[input]);
        }
        begun = true;
        goTo(State.LIVE);
    }

    private void forgetBatch() {
        outcomes.clear();
        for (int input = 0; input < published.length; input++) {
            if (published[input] != Index.NONE) {
                inputs.seekBack(input, published[input]);
            } else {
                inputs.startAfter(input, start.startedAfter(input));
            }
        }
    }

    private void open() {
        forgetBatch();
        // The gateway may forget outcomes that are in the output, so they must be there for good.
        writer.sync();
        gateway.open(context);
        open = true;
        wasOpen = true;
        otherSide.opened();
    }

    private int requests() {
        while (!isFull() && writer.hasCapacity()) {
            ChannelReader reader = inputs.next();
            if (reader == null || isAnsweredByRecord(reader) || !request(reader)) {
                break;
            }
        }
        return outcomes.filling().size();
    }

    private boolean isFull() {
        return outcomes.filling().size() >= batch || gateway.isFull();
    }

    private boolean isAnsweredByRecord(ChannelReader reader) {
        return (poison != null && poison.isAt(reader)) || (skipped != null && skipped.of(reader) != null);
    }

    /** Executes a request and keeps its outcome; returns false where the gateway threw and a record is due. */
    private boolean request(ChannelReader reader) {
        current = reader;
        refusal = null;
        writer.begin(outcomes.filling().next().set(reader, clock.nowNs()).detach());
        try {
            reader.dispatch();
            int answers = writer.staged();
            if (answers == 1) {
                outcomes.filling().keep(writer.staged(0), refusal);
                return true;
            }
            threw(
                    reader,
                    new IllegalStateException(
                            "a gateway must answer a request by exactly one call answers=" + answers));
        } catch (GatewayUnavailableException | FencedException | RequestsRefusedException e) {
            throw e;
        } catch (Throwable e) {
            threw(reader, e);
        } finally {
            writer.rollback();
            current = null;
        }
        return false;
    }

    /**
     * Notes a request on which the gateway threw, or fails. A {@code ServiceException} is what a gateway says about
     * itself and its other side, such as that outcomes are missing there; no single request is to blame for that.
     */
    private void threw(ChannelReader reader, Throwable error) {
        boolean isOfRequest = ForeignError.isOfInput(error) && !(error instanceof ServiceException);
        if (onError == ErrorPolicy.STOP || !isOfRequest) {
            throw failed(reader, error);
        }
        poison = new Poison(reader.source(), reader.index(), error);
    }

    private ServiceException failed(ChannelReader reader, Throwable error) {
        ServiceException failure = new InputFailedException(
                "a gateway threw",
                name(),
                InputPosition.text(reader.source(), reader.index()),
                reader.call().methodName(),
                error);
        try {
            gateway.rollback();
        } catch (RuntimeException | Error e) {
            failure.addSuppressed(e);
        }
        outcomes.clear();
        return failure;
    }

    /** Publishes the record in place of the answer; all requests before it in its channel are answered. */
    private void publishRecord(ChannelReader reader) {
        int input = inputs.indexOf(reader.source());
        SkipOrder order = skipped == null ? null : skipped.of(reader);
        writer.begin(recordInput.set(reader, clock.nowNs()));
        if (order == null) {
            records.error(recordInput, reader.call().methodName(), poison.error());
        } else {
            records.skipped(order);
        }
        reader.skip();
        long at = writer.commit();
        publishedAt[input] = answered[input] == Index.NONE ? at : publishedAt[input];
        published[input] = recordInput.index();
        inputs.taken(input, published[input]);
        countInput(recordInput.timeInNs());
        hold();
        if (order == null) {
            Throwable error = poison.error();
            poison = null;
            countRecorded(error, recordInput.timeInNs(), reports);
        } else {
            skipped.done(order, output, at);
        }
    }

    private void publish(Outcomes committed) {
        for (int i = 0; i < committed.size(); i++) {
            writer.begin(committed.input(i));
            writer.call(committed.schema(i), committed.segment(i), 0, committed.length(i));
            int input = inputs.indexOf(committed.input(i).source());
            publishedAt[input] = writer.commit();
            published[input] = committed.input(i).index();
            answered[input] = published[input];
            inputs.taken(input, published[input]);
            countInput(committed.input(i).timeInNs());
            answered(committed, i);
        }
        hold();
        otherSide.back();
    }

    private void answered(Outcomes committed, int i) {
        Input input = committed.input(i);
        String refusedFor = committed.refusal(i);
        if (refusedFor == null) {
            otherSide.accepted();
        } else {
            otherSide.refused(InputPosition.text(input.source(), input.index()), refusedFor, input.timeInNs());
        }
    }

    /** Notes what a restart needs: it finds the newest outcome of each input and continues after that input. */
    private void hold() {
        long oldest = Long.MAX_VALUE;
        for (int input = 0; input < published.length; input++) {
            reached[input] = published[input];
            oldest = Math.min(oldest, publishedAt[input]);
        }
        reached[published.length] = oldest;
        holds.reached(reached);
    }

    /** Handles that the other side is away: repeats all requests since the last publication after a pause. */
    private void away(GatewayUnavailableException error) {
        outcomes.clear();
        poison = null; // it may have thrown for that reason, and is asked again
        if (open) {
            open = false;
            rollback(error);
        }
        otherSide.away(error, clock.nowNs());
    }

    private void rollback(GatewayUnavailableException error) {
        try {
            gateway.rollback();
        } catch (GatewayUnavailableException e) {
            error.addSuppressed(e);
        } catch (RuntimeException | Error e) {
            e.addSuppressed(error);
            throw e;
        }
    }

    /** Finds for each input the newest request whose outcome is in the output, or else where it begins. */
    private void findPublished() {
        PublishedOutcomes outcomesBefore = new PublishedOutcomes(published, publishedAt, answered);
        outcomesBefore.find(output, inputs, start);
        outcomesBefore.refuseToRepeat(name(), output, inputs, start, holds);
        start.check("");
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
        public String topology() {
            return topology;
        }

        @Override
        public void refused(String reason) {
            request();
            refusal = reason;
        }

        @Override
        public List<String> formerNames() {
            return names.formerly();
        }

        @Override
        public List<GatewayInput> inputs() {
            List<GatewayInput> described = new ArrayList<>();
            for (int input = 0; input < published.length; input++) {
                Channel channel = inputs.channel(input);
                Journal journal = channel.journal().orElseThrow();
                long lastIndex = wasOpen ? journal.lastIndex() : lastAtStart[input];
                described.add(new GatewayInput(channel.name(), journal.id(), lastIndex, answered[input]));
            }
            return described;
        }

        @Override
        public JournalId outputId() {
            return output.journal().orElseThrow().id();
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
