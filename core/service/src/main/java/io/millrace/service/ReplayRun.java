package io.millrace.service;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelReader;
import io.millrace.channel.ChannelWriter;
import io.millrace.channel.EpochClock;
import io.millrace.channel.ReaderOptions;
import io.millrace.channel.SnapshotMark.Edge;
import io.millrace.journal.Index;
import io.millrace.journal.MarkPolicy;
import io.millrace.journal.TailerOptions;
import io.millrace.text.NearestName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** One replay: calls a component with the {@link RecordedInputs} and compares what it writes, without publishing it. */
final class ReplayRun {

    private static final int PROGRESS_EVERY = 1024;

    private final ReplayBuilder settings;
    private final Optional<ReplayPosition> mark;
    private final Optional<ReplayPosition> from;
    private final Object component;
    private final ChannelWriter writer;
    private final InputReaders inputs;
    private final ChannelCursor output;
    private final InputStep step;
    private final RecordedInputs recorded;
    private final ReplayComparison comparison;
    private final ReplayOpenings openings;
    private final ServiceStart start;
    private final Answers answers;
    private boolean begun;
    private boolean over;
    private long called;
    private long compared;
    private long unnamed;
    private long untaken;
    private long skipped;
    private Optional<String> end = Optional.empty();

    private ReplayRun(
            ReplayBuilder settings,
            Optional<ReplayPosition> mark,
            Object component,
            ChannelWriter writer,
            InputReaders inputs,
            ChannelCursor output,
            ReplayComparison comparison,
            Answers answers) {
        this.answers = answers;
        this.settings = settings;
        this.component = component;
        this.writer = writer;
        this.inputs = inputs;
        this.output = output;
        this.comparison = comparison;
        this.mark = mark;
        this.from = settings.from.or(() -> mark);
        this.begun = from.isEmpty();
        this.step = new InputStep(settings.name, inputs, writer, EpochClock.system(), null, settings.onError, answers);
        this.recorded = new RecordedInputs(settings.name, inputs, output, new StartGate(), () -> true);
        recorded.endAt(comparison.outputEnd());
        this.openings = new ReplayOpenings(settings, component, step, writer, comparison);
        RestartHolds holds = RestartHolds.none(ServiceNames.of(settings.name));
        this.start = new ServiceStart(settings.name, inputs, writer, holds, Optional.empty());
    }

    static ReplayReport run(ReplayBuilder settings, ComponentFactory<?> factory) {
        check(settings);
        Optional<ReplayPosition> mark = settings.from.isPresent()
                ? Optional.empty()
                : UpgradePoint.newest(settings.output).map(index -> new ReplayPosition(settings.output.name(), index));
        Set<Class<?>> interfaces = new LinkedHashSet<>();
        try (ChannelWriter writer = ChannelWriter.staging(settings.output, settings.types)) {
            Answers answers = new Answers(
                    settings.name,
                    writer,
                    settings.types,
                    settings.answerLimits,
                    new AllowedClients(null, ServiceNames.of(settings.name), new ErrorReports(ErrorHandler.log())));
            Object component = Objects.requireNonNull(
                    factory.create(new Outputs() {
                        @Override
                        public <T> T as(Class<T> type) {
                            if (type == Caller.class || type == Replies.class) {
                                return type.cast(answers);
                            }
                            interfaces.add(type);
                            return writer.as(type);
                        }
                    }),
                    "component");
            AnsweredMethods.of(component, settings.types).forEach(answers::declare);
            try (InputReaders inputs = inputs(settings, component);
                    ChannelCursor output = settings.output.cursor();
                    EvolvedCalls evolved = new EvolvedCalls(settings.output, settings.types, interfaces)) {
                ReplayComparison comparison = new ReplayComparison(settings, output, writer, evolved, answers);
                return new ReplayRun(settings, mark, component, writer, inputs, output, comparison, answers).run();
            } finally {
                CountedTask.closeComponent(component);
            }
        }
    }

    private static void check(ReplayBuilder settings) {
        if (settings.inputs.isEmpty() || settings.output == null) {
            throw new ServiceException("a replay needs inputs and an output service=" + settings.name + " inputs="
                    + settings.inputs.size() + " output="
                    + (settings.output == null ? "none" : settings.output.name()));
        }
        if (settings.output.journal().isEmpty()) {
            throw new ServiceException("the output is not kept in a journal, so there is nothing to compare with"
                    + " service=" + settings.name + " output=" + settings.output.name());
        }
        List<String> channels = new ArrayList<>();
        for (Channel input : settings.inputs) {
            if (input.journal().isEmpty()) {
                throw new ServiceException("an input is not kept in a journal, so it cannot be replayed service="
                        + settings.name + " input=" + input.name());
            }
            channels.add(input.name());
        }
        channels.add(settings.output.name());
        settings.from.ifPresent(from -> checkChannel(settings, from, channels));
        settings.to.ifPresent(to -> checkChannel(settings, to, channels));
    }

    private static void checkChannel(ReplayBuilder settings, ReplayPosition position, List<String> channels) {
        if (!channels.contains(position.channel())) {
            throw new ServiceException("the component neither reads nor writes this channel service=" + settings.name
                    + " position=" + position + NearestName.hint(position.channel(), channels));
        }
    }

    private static InputReaders inputs(ReplayBuilder settings, Object component) {
        ComponentKind kind = ComponentKind.of(component.getClass());
        if (kind != ComponentKind.COMPONENT) {
            throw new ServiceException((kind == ComponentKind.GATEWAY
                            ? "a gateway acts on the outside, so it cannot be replayed"
                            : "an external source has no recorded inputs that could be replayed")
                    + " service=" + settings.name + " class="
                    + component.getClass().getName());
        }
        // What the output names was taken, whatever the mark of a copy says that its files have.
        ReaderOptions options = ReaderOptions.defaults()
                .withTypes(settings.types)
                .withTailer(TailerOptions.defaults().withMark(MarkPolicy.NEVER));
        List<Channel> all = TimeChannel.added(settings.name, settings.inputs, component, TimeChannel.STOPPED);
        return InputReaders.open(settings.name, all, component, options);
    }

    private ReplayReport run() {
        long startNs = System.nanoTime();
        Optional<String> state = restored();
        long messages = inputs.unread().orElse(0);
        try (recorded) {
            while (!over) {
                next();
                if (called % PROGRESS_EVERY == 0) {
                    settings.listener.onProgress(called, messages);
                }
            }
        }
        settings.listener.onProgress(called, messages);
        return new ReplayReport(
                called,
                compared,
                comparison.calls(),
                comparison.evolved(),
                unnamed,
                untaken,
                skipped,
                comparison.differences(),
                comparison.shown(),
                mark.map(ReplayPosition::toString),
                state,
                end,
                Duration.ofNanos(System.nanoTime() - startNs));
    }

    private void next() {
        switch (recorded.next()) {
            case INPUT -> {
                openings.added(recorded, begun);
                input();
            }
            case UNNAMED -> {
                openings.added(recorded, begun);
                unnamed();
            }
            case UNTAKEN -> {
                openings.added(recorded, begun);
                untaken();
            }
            case MARK -> mark();
            case END -> over = true;
            case WAITS -> throw new AssertionError("an input in a journal is available");
        }
    }

    private void mark() {
        if (output.mark().edge() == Edge.START) {
            start.follow(output.mark());
        } else {
            over = !openings.mark(output, begun);
        }
    }

    /** Begins at a saved state, where one is used. */
    private Optional<String> restored() {
        try {
            Optional<String> state =
                    new ReplayStart(settings, from, component, inputs, writer, answers.table()).begin(output);
            if (state.isPresent()) {
                start.allBegun();
            }
            return state;
        } catch (ServiceException e) {
            throw e;
        } catch (RuntimeException e) { // of the component, or of a channel
            throw new ServiceException(
                    "cannot restore the saved state of a component service=" + settings.name + ": "
                            + ForeignError.text(e),
                    e);
        }
    }

    private void input() {
        if (isAfterEnd()) {
            over = true;
            return;
        }
        begins();
        ChannelReader reader = recorded.reader();
        boolean isPassed = !recorded.isSilent() && RecordWriter.isPassed(output.schema());
        if (isPassed) {
            step.pass(reader);
            skipped++;
            over = !comparison.pass();
            return;
        }
        called++;
        compared += begun ? 1 : 0;
        if (!recorded.isSilent() && RecordWriter.isAllowed(output.schema())) {
            answers.allowed().recorded(output);
        }
        if (!taken(reader)) {
            return;
        }
        if (recorded.isSilent()) {
            comparison.none(recorded, begun);
        } else {
            over = !comparison.group(recorded, begun);
        }
        step.rollback();
    }

    /** Calls the component; returns whether it has not thrown. */
    private boolean taken(ChannelReader reader) {
        try {
            step.take(reader);
            step.takeRecorded(); // it is compared
            return true;
        } catch (InputFailedException e) {
            comparison.threw(recorded, e.getCause());
            end = Optional.of(e.getMessage());
            over = true;
            return false;
        }
    }

    private void unnamed() {
        called++;
        unnamed++;
        if (taken(recorded.reader())) {
            comparison.none(recorded, begins());
            step.rollback();
        }
    }

    private void untaken() {
        if (isAfterEnd()) {
            over = true;
            return;
        }
        untaken++;
        over = !comparison.untaken(recorded, begins());
    }

    /** Returns whether what is at the cursor is compared. */
    private boolean begins() {
        begun = begun || from.filter(this::isReached).isPresent();
        return begun;
    }

    private boolean isAfterEnd() {
        return settings.to.filter(to -> at(to) > to.index()).isPresent();
    }

    private boolean isReached(ReplayPosition position) {
        return at(position) >= position.index();
    }

    /** Returns where the replay is in the channel of a position, {@code Index.NONE} where it is in another one. */
    private long at(ReplayPosition position) {
        if (position.channel().equals(settings.output.name())) {
            return output.index();
        }
        return recorded.channel().name().equals(position.channel()) ? recorded.index() : Index.NONE;
    }
}
