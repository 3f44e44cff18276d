package io.millrace.service;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelReader;
import io.millrace.channel.ChannelWriter;
import io.millrace.channel.DirectChannel;
import io.millrace.channel.ReaderOptions;
import java.util.Objects;

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
    private final int batch;
    private OutputReplay replay;
    private boolean failed;

    private ComponentService(
            ComponentBuilder settings,
            ChannelWriter writer,
            Object component,
            InputReaders inputs,
            Snapshots snapshots) {
        super(settings.name, writer);
        this.writer = writer;
        this.output = settings.output;
        this.component = component;
        this.batch = settings.batch;
        this.inputs = inputs;
        this.step = new InputStep(settings.name, inputs, writer, settings.clock, settings.onError);
        this.snapshots = snapshots;
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
                throw new ServiceException("a component must not write while it is made service=" + settings.name);
            }
            if (settings.inputs.size() == 1 && settings.inputs.getFirst() instanceof DirectChannel direct) {
                direct.connect(component, writer);
                return new DirectService(settings, direct, component);
            }
            return open(settings, writer, component);
        } catch (Throwable e) {
            writer.close();
            throw e;
        }
    }

    private static ComponentService open(ComponentBuilder settings, ChannelWriter writer, Object component) {
        ReaderOptions options = ReaderOptions.defaults().withTypes(settings.types);
        InputReaders inputs = InputReaders.open(settings.name, settings.inputs, component, options);
        try {
            Snapshots snapshots = settings.snapshots == null
                    ? null
                    : Snapshots.open(
                            settings.name, settings.snapshots, settings.snapshotEvery, component, inputs, writer);
            return new ComponentService(settings, writer, component, inputs, snapshots);
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
        while (work < batch && writer.hasRoom()) {
            ChannelReader reader = inputs.next();
            if (reader == null) {
                if (inputs.drained()) {
                    finish();
                }
                return work;
            }
            step.take(reader);
            writer.commit();
            countInput();
            if (snapshots != null) {
                snapshots.inputDone();
            }
            work++;
        }
        return work;
    }

    private int restart() {
        if (state() == State.DONE) {
            return 0;
        }
        if (replay == null) {
            replay = new OutputReplay(
                    name(), inputs, step, writer, writer.target().cursor());
            if (snapshots != null) {
                replay.startAfter(snapshots.restore());
            }
        }
        int work = replay.poll(REPLAY_BUDGET);
        reapplied(replay.reapplied());
        if (replay.done()) {
            replay.close();
            goTo(State.LIVE);
            return work + 1;
        }
        return work;
    }

    private void finish() {
        writer.checkpoint();
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
                writer.checkpoint();
            }
            closeComponent(component);
        }
    }
}
