package io.millrace.service;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelReader;
import io.millrace.channel.ChannelWriter;
import io.millrace.channel.DirectChannel;
import io.millrace.channel.EpochClock;
import io.millrace.channel.JournalChannelWriter;
import io.millrace.channel.ReaderOptions;
import io.millrace.channel.SnapshotMark;
import io.millrace.journal.Index;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SequencedMap;

/**
 * Runs a component: first the restart, then one input after the other, each a group of output calls. Everything
 * happens in the task's thread; the counts alone may be read by others.
 */
final class ComponentService extends CountedTask {

    private static final int REPLAY_BUDGET = 1024;

    private final ChannelWriter writer;
    private final Channel output;
    private Object component;
    private final InputReaders inputs;
    private final InputStep step;
    private final Snapshots snapshots;
    private final Periods periods;
    private final ErrorReports reports;

    /** Null where nothing is to be passed over. */
    private final SkippedInputs skipped;

    /** Null where no other version goes live with this start. */
    private final PendingUpgrade upgrade;

    private final RestartHolds holds;
    private ServiceStart start;
    private final StartGate gate;
    private final boolean leavesGate;
    private final int batch;
    /** Writes the output where a journal stores it. */
    private final Optional<JournalChannelWriter> journalWriter;

    private OutputReplay replay;
    private boolean restored;
    private boolean checked;

    private final Refill refill;

    /** Whether the component was made again in this run, because a call of a client has left it in no known state. */
    private boolean rebuilt;

    private boolean failed;

    private final ComponentBuilder settings;
    private final ComponentMaker maker;

    /** Null where the output is not kept. */
    private final Answers answers;

    /** Null where the component has no methods that answer. */
    private final PortQueue port;

    private ComponentService(
            ComponentBuilder settings,
            ChannelWriter writer,
            Object component,
            InputReaders inputs,
            InputStep step,
            Snapshots snapshots,
            Periods periods,
            RestartHolds holds,
            PendingUpgrade upgrade,
            ComponentMaker maker,
            PortQueue port,
            Refill refill) {
        super(settings.name, writer);
        this.settings = settings;
        this.maker = maker;
        this.answers = maker.answers;
        this.port = port;
        this.holds = holds;
        this.start = new ServiceStart(settings.name, inputs, writer, holds, settings.startAt);
        this.gate = settings.gate;
        this.leavesGate = settings.leavesGate;
        this.journalWriter = writer.journalWriter();
        this.refill = refill;
        if (!refill.isQueue()) {
            gate.join();
        }
        this.writer = writer;
        this.output = settings.output;
        this.component = component;
        this.batch = settings.batch;
        this.reports = new ErrorReports(settings.errorHandler);
        this.skipped = SkippedInputs.open(settings.skips, settings.names, reports);
        this.upgrade = upgrade;
        this.inputs = inputs;
        this.step = step;
        this.snapshots = snapshots;
        this.periods = periods;
    }

    static ServiceTask create(ComponentBuilder settings, ComponentFactory<?> factory) {
        if (settings.inputs.isEmpty() || settings.output == null) {
            throw new ServiceException("a component needs inputs and an output service=" + settings.name + " inputs="
                    + settings.inputs.size() + " output="
                    + (settings.output == null ? "none" : settings.output.name()));
        }
        ChannelWriter writer = settings.output.writer();
        try {
            ComponentMaker maker = new ComponentMaker(settings, factory, writer);
            Object component = maker.make();
            ComponentOrder.require(settings, component);
            requireRepeatable(settings, component, writer.target());
            maker.requireAnswerable(component);
            if (settings.inputs.size() == 1 && settings.inputs.getFirst() instanceof DirectChannel direct) {
                if (component instanceof PeriodClosing<?>) {
                    throw new ServiceException("a component that is called directly cannot close periods service="
                            + settings.name + " input=" + direct.name());
                }
                if (component instanceof Timed) {
                    throw new ServiceException("a component that is called directly cannot be timed service="
                            + settings.name + " input=" + direct.name());
                }
                direct.connect(component, writer);
                return new DirectService(settings, direct, component);
            }
            return open(settings, writer, component, maker);
        } catch (Throwable e) {
            writer.close();
            throw e;
        }
    }

    /** Checks that an output that is not kept can be written again from all inputs in their order. */
    private static void requireRepeatable(ComponentBuilder settings, Object component, Channel target) {
        if (target.journal().isPresent()) {
            return;
        }
        if (component instanceof Timed) {
            throw new ServiceException(
                    "a timed component needs an output that is kept, which records when it was called" + " service="
                            + settings.name + " output=" + target.name());
        }
        if (settings.inputs.size() > 1 || settings.snapshots != null) {
            throw new ServiceException(
                    "a component whose output is not kept must read one channel and have no snapshots, since its output"
                            + " is written again from its inputs service=" + settings.name + " output=" + target.name()
                            + " inputs=" + settings.inputs.size() + " snapshots="
                            + (settings.snapshots == null ? "none" : settings.snapshots.name()));
        }
        Channel input = settings.inputs.getFirst();
        long removed = input.journal()
                .map(journal -> journal.messagesBefore(Index.NONE))
                .orElse(0L);
        if (removed > 0) {
            throw new ServiceException(
                    "an output that is not kept is written again from the whole input, but retention has removed the"
                            + " beginning of the input service=" + settings.name + " output=" + target.name()
                            + " input=" + input.name() + " removed=" + removed);
        }
    }

    private static ComponentService open(
            ComponentBuilder settings, ChannelWriter writer, Object component, ComponentMaker maker) {
        AnswerTable table = maker.answers == null ? null : maker.answers.table();
        ReaderOptions options = ComponentOrder.options(settings);
        EpochClock time = settings.order == null ? settings.clock : TimeChannel.STOPPED;
        List<Channel> channels = TimeChannel.added(settings.name, settings.inputs, component, time);
        InputReaders inputs = InputReaders.open(settings.name, channels, component, options);
        try {
            inputs.endsWith(settings.end);
            inputs.priority(settings.priority);
            inputs.formerQueues(settings.queues);
            inputs.formerJournals(settings.formerJournals);
            if (settings.order != null) {
                inputs.ordered();
            }
            PendingUpgrade upgrade = PendingUpgrade.open(
                    settings.upgrades, settings.names, writer.target(), new ErrorReports(settings.errorHandler));
            List<Channel> more = settings.snapshots == null ? List.of() : List.of(settings.snapshots);
            RestartHolds holds = RestartHolds.open(settings.names, channels, writer.target(), more);
            Snapshots snapshots = settings.snapshots == null
                    ? null
                    : Snapshots.open(
                            settings.name,
                            settings.snapshots,
                            settings.snapshotEvery,
                            component,
                            inputs,
                            writer.journalWriter().orElseThrow(),
                            holds,
                            table);
            InputStep step = new InputStep(
                    settings.name, inputs, writer, settings.clock, settings.order, settings.onError, maker.answers);
            int held = channels.size() + 1 + more.size();
            Periods periods = Periods.open(settings.name, component, inputs, step, writer, holds, held, table);
            PortQueue port = maker.port(component, inputs);
            Refill refill = Refill.of(settings, inputs, writer, port == null && periods == null);
            return new ComponentService(
                    settings, writer, component, inputs, step, snapshots, periods, holds, upgrade, maker, port, refill);
        } catch (Throwable e) {
            inputs.close();
            throw e;
        }
    }

    @Override
    public Optional<ComponentPort> port() {
        return Optional.ofNullable(port);
    }

    @Override
    public ComponentHealth health() {
        ComponentHealth health = super.health();
        Optional<OverdueQuery> overdue = port == null ? Optional.empty() : port.overdue();
        return overdue.map(query -> OverdueHealth.of(health, query)).orElse(health);
    }

    @Override
    public Object component() {
        return component;
    }

    @Override
    OptionalLong unread() {
        return inputs.unread();
    }

    @Override
    public SequencedMap<String, Long> positions() {
        return inputs.positions();
    }

    @Override
    public int poll() {
        try {
            if (port != null) {
                port.attach();
                if (state() != State.LIVE) {
                    port.goAway();
                }
            }
            return state() == State.LIVE ? live() : restart();
        } catch (Throwable e) {
            failed = true;
            throw e;
        }
    }

    private int live() {
        int work = 0;
        boolean isOver = refill.isOver();
        while (work < batch && writer.hasCapacity() && refill.mayTake()) {
            if (port != null && port.hasQuestions()) {
                work += port.answer(component);
            }
            ChannelReader reader = inputs.next();
            if (reader == null) {
                if (isOver) {
                    refill.end();
                }
                if (periods != null) {
                    periods.settle();
                }
                if (inputs.drained() && refill.mayEnd()) {
                    finish();
                }
                return work;
            }
            SkipOrder order = skipped == null ? null : skipped.of(reader);
            if (order == null) {
                step.take(reader);
                refill.compare();
                step.settle();
                long at = writer.commit();
                if (answers != null) {
                    answers.allowed().settle(writer.target(), at);
                }
            } else {
                step.skip(reader, order);
                refill.compare();
                step.settle();
                skipped.done(order, writer.target(), writer.commit());
            }
            countInput(step.timeInNs());
            if (step.hasRecorded()) {
                tellRecorded(step.takeRecorded());
            }
            work++;
            if (step.takeBroken()) {
                rebuild();
                return work;
            }
            if (port != null) {
                port.done();
            }
            if (periods != null) {
                periods.inputDone();
            }
            if (snapshots != null) {
                snapshots.inputDone();
            }
        }
        if (refill.isRunning() && !writer.hasCapacity()) {
            gate.full(writer.target().name());
        }
        return work;
    }

    private int restart() {
        if (state() == State.DONE) {
            return 0;
        }
        if (writer.target().journal().isEmpty()) {
            holds.take();
            goTo(State.LIVE);
            return 1;
        }
        int work = checked ? 0 : check();
        if (checked && (gate.isOpen() || isNeeded() || refill.begins())) {
            start.begin();
            if (rebuilt) {
                return work + resumed();
            }
            holds.take();
            for (int input = 0; skipped != null && input < inputs.size(); input++) {
                skipped.restarted(writer.target(), inputs.channel(input), inputs.taken(input));
            }
            if (answers != null) {
                answers.allowed().restarted(answers.table());
            }
            upgraded();
            if (periods != null) {
                periods.restarted(replay.reapplied());
            }
            goLive();
            return work + 1;
        }
        return work;
    }

    private void tellRecorded(Throwable error) {
        if (step.isBroken()) {
            String principal = AnswerTable.principal(step.client());
            AnswerTable table = answers.table();
            countOfClient(error, step.timeInNs(), principal, table.failures(principal), table.mostFailures(), reports);
        } else {
            countRecorded(error, step.timeInNs(), reports);
        }
    }

    private void goLive() {
        ComponentOrder.restarted(settings, inputs);
        step.live(InputStep.Liveness.LIVE);
        goTo(State.LIVE);
    }

    /**
     * Makes the component again from its output, which says that the input on which it threw is passed over. Everything
     * else of this service stays as it is.
     */
    private void rebuild() {
        if (!inputs.canRestart() || !writer.targetWriter().equals(writer)) {
            throw new ServiceException("the component threw on a client's call, which is recorded and passed over from"
                    + " now on, but it can be made again only by a new start: it reads or writes something that is not"
                    + " kept service=" + name());
        }
        goTo(State.RESTARTING);
        rebuilt = true;
        if (port != null) {
            port.goAway();
        }
        try {
            closeComponent(component);
        } catch (Throwable e) {
            reports.report(Severity.WARNING, ErrorOrigin.component(name()), e);
        }
        component = maker.make();
        inputs.restart(component);
        answers.table().clear();
        step.live(InputStep.Liveness.COMPARED);
        if (snapshots != null) {
            snapshots.component(component);
        }
        if (periods != null) {
            periods.component(component);
        }
        start = new ServiceStart(name(), inputs, writer, holds, settings.startAt);
        replay.close();
        replay = null;
        checked = false;
    }

    /** Continues with a component that was made again. */
    private int resumed() {
        long reapplied = replay.reapplied();
        if (periods != null) {
            periods.restarted(reapplied);
        }
        goLive();
        if (snapshots != null && reapplied > REPLAY_BUDGET) {
            snapshots.writeNow(); // the client that made it throw once may do so again
        }
        return 1;
    }

    /**
     * Carries out the order by which this version goes live. Its snapshot says from which state, also if an earlier one
     * is lost.
     */
    private void upgraded() {
        if (upgrade != null) {
            upgrade.carryOut(writer, restored ? "snapshot" : "inputs");
            if (snapshots != null) {
                snapshots.writeNow();
            }
        }
    }

    /** Compares the output with the inputs, as far as a poll gets. */
    private int check() {
        if (replay == null) {
            replay = new OutputReplay(
                    name(),
                    inputs,
                    step,
                    answers,
                    journalWriter.orElseThrow(),
                    writer.target().cursor(),
                    periods,
                    start,
                    gate,
                    new UpgradePoint(writer.target(), !rebuilt && upgrade != null && !upgrade.isMarked()));
            replay.startAfter(restore());
        }
        int work = replay.poll(REPLAY_BUDGET);
        reapplied(replay.reapplied());
        if (replay.lacksCalls()) {
            holds.take(); // what is written again for this restart is not to be removed before that has read it
        }
        if (replay.done()) {
            step.takeRecorded(); // told when it was recorded
            replay.close();
            start.check(restored ? "" : savedState());
            checked = true;
            if (!rebuilt) {
                gate.checked();
                gate.opened();
            }
        }
        return work;
    }

    /** Returns whether a queue is blocked until this reader continues; another reader of it may wait for that. */
    private boolean isNeeded() {
        if (!leavesGate) {
            return false;
        }
        for (int input = 0; input < inputs.size(); input++) {
            if (gate.isFull(inputs.channel(input).name())) {
                return true;
            }
        }
        return false;
    }

    /** Restores the newest state there is, and returns the index of the output up to which it goes. */
    private long restore() {
        Optional<SnapshotMark> snapshot = snapshots == null ? Optional.empty() : snapshots.newest();
        Optional<SnapshotMark> period = periods == null ? Optional.empty() : periods.present();
        long snapshotAt = snapshot.map(SnapshotMark::outputIndex).orElse(Index.NONE);
        restored = snapshot.isPresent() || period.isPresent();
        if (restored) {
            start.allBegun();
        }
        if (period.isPresent() && period.get().begin() > snapshotAt) {
            return periods.restore(period.get());
        }
        if (snapshot.isEmpty()) {
            expectWholeOutput();
            return Index.NONE;
        }
        snapshots.restore(snapshot.get());
        return snapshotAt;
    }

    /** Checks that the output has its first record, which a restart without a saved state needs. */
    private void expectWholeOutput() {
        long removed = writer.target()
                .journal()
                .map(journal -> journal.messagesBefore(Index.NONE))
                .orElse(0L);
        if (removed > 0) {
            throw new ServiceException("no saved state can be used, so a restart needs the whole output, but retention"
                    + " has removed its beginning service=" + name() + " output="
                    + writer.target().name() + " removed=" + removed + " " + savedState());
        }
    }

    /** Describes, as {@code key=value}, the saved states that there are and why none can be used. */
    private String savedState() {
        if (snapshots == null) {
            return periods == null ? "snapshots=off" : periods.describeUnusable();
        }
        return snapshots.describeUnusable() + (periods == null ? "" : " " + periods.describeUnusable());
    }

    private void finish() {
        journalWriter.ifPresent(JournalChannelWriter::checkpoint);
        output.markEnded();
        goTo(State.DONE);
    }

    @Override
    public void close() {
        if (port != null) {
            port.close();
        }
        try (writer;
                inputs;
                snapshots;
                refill;
                OutputReplay _ = replay) {
            if (!failed && state() == State.LIVE) {
                journalWriter.ifPresent(JournalChannelWriter::checkpoint);
            }
            if (!failed && periods != null) {
                periods.finish();
            }
            closeComponent(component);
        }
    }
}
