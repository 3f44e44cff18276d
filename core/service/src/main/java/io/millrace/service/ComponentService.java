package io.millrace.service;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelReader;
import io.millrace.channel.ChannelWriter;
import io.millrace.channel.DirectChannel;
import io.millrace.channel.JournalChannelWriter;
import io.millrace.channel.ReaderOptions;
import io.millrace.channel.SnapshotMark;
import io.millrace.journal.Index;
import java.util.List;
import java.util.Objects;
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
    private final Object component;
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
    private final ServiceStart start;
    private final StartGate gate;
    private final boolean leavesGate;
    private final int batch;
    /** Writes the output where a journal stores it. */
    private final Optional<JournalChannelWriter> journalWriter;

    private OutputReplay replay;
    private boolean restored;
    private boolean checked;

    /** Whether a queue is filled again, and the gate is not open yet. */
    private boolean remaking;

    private boolean failed;

    private ComponentService(
            ComponentBuilder settings,
            ChannelWriter writer,
            Object component,
            InputReaders inputs,
            InputStep step,
            Snapshots snapshots,
            Periods periods,
            RestartHolds holds,
            PendingUpgrade upgrade) {
        super(settings.name, writer);
        this.holds = holds;
        this.start = new ServiceStart(settings.name, inputs, writer, holds, settings.startAt);
        this.gate = settings.gate;
        this.leavesGate = settings.leavesGate;
        this.journalWriter = writer.journalWriter();
        this.remaking = journalWriter.isEmpty();
        if (!remaking) {
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
            long before = writer.written();
            Object component = Objects.requireNonNull(factory.create(writer::as), "component");
            if (writer.written() != before) {
                throw new ServiceException("a component must not write while it is created service=" + settings.name);
            }
            requireRepeatable(settings, component, writer.target());
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
            return open(settings, writer, component);
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

    private static ComponentService open(ComponentBuilder settings, ChannelWriter writer, Object component) {
        ReaderOptions options = ReaderOptions.defaults().withTypes(settings.types);
        List<Channel> channels = TimeChannel.added(settings.name, settings.inputs, component, settings.clock);
        InputReaders inputs = InputReaders.open(settings.name, channels, component, options);
        try {
            inputs.endsWith(settings.end);
            inputs.priority(settings.priority);
            inputs.formerQueues(settings.queues);
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
                            holds);
            InputStep step = new InputStep(settings.name, inputs, writer, settings.clock, settings.onError);
            int held = channels.size() + 1 + more.size();
            Periods periods = Periods.open(settings.name, component, inputs, step, writer, holds, held);
            return new ComponentService(settings, writer, component, inputs, step, snapshots, periods, holds, upgrade);
        } catch (Throwable e) {
            inputs.close();
            throw e;
        }
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
            return state() == State.LIVE ? live() : restart();
        } catch (Throwable e) {
            failed = true;
            throw e;
        }
    }

    private int live() {
        int work = 0;
        boolean remade = remaking && isInputComplete();
        while (work < batch && writer.hasCapacity()) {
            ChannelReader reader = inputs.next();
            if (reader == null) {
                if (remade) {
                    gate.remade(writer.target().name());
                }
                if (periods != null) {
                    periods.settle();
                }
                if (inputs.drained()) {
                    finish();
                }
                return work;
            }
            SkipOrder order = skipped == null ? null : skipped.of(reader);
            if (order == null) {
                step.take(reader);
                writer.commit();
            } else {
                step.skip(reader, order);
                skipped.done(order, writer.target(), writer.commit());
            }
            countInput(step.timeInNs());
            if (step.hasRecorded()) {
                countRecorded(step.takeRecorded(), step.timeInNs(), reports);
            }
            if (periods != null) {
                periods.inputDone();
            }
            if (snapshots != null) {
                snapshots.inputDone();
            }
            work++;
        }
        if (remaking && !writer.hasCapacity()) {
            gate.full(writer.target().name());
        }
        return work;
    }

    /** Returns whether nothing more arrives in the input of a queue before the gate opens. */
    private boolean isInputComplete() {
        remaking = !gate.isOpen();
        Channel input = inputs.channel(0);
        return remaking && (input.journal().isPresent() || gate.isRemade(input.name()));
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
        if (checked && (gate.isOpen() || isNeeded())) {
            start.begin();
            holds.take();
            for (int input = 0; skipped != null && input < inputs.size(); input++) {
                skipped.restarted(writer.target(), inputs.channel(input), inputs.taken(input));
            }
            upgraded();
            if (periods != null) {
                periods.restarted(replay.reapplied());
            }
            goTo(State.LIVE);
            return work + 1;
        }
        return work;
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
                    journalWriter.orElseThrow(),
                    writer.target().cursor(),
                    periods,
                    start,
                    gate,
                    new UpgradePoint(writer.target(), upgrade != null && !upgrade.isMarked()));
            replay.startAfter(restore());
        }
        int work = replay.poll(REPLAY_BUDGET);
        reapplied(replay.reapplied());
        if (replay.done()) {
            step.takeRecorded(); // told when it was recorded
            replay.close();
            start.check(restored ? "" : savedState());
            checked = true;
            gate.checked();
            gate.opened();
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
        try (writer;
                inputs;
                snapshots;
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
