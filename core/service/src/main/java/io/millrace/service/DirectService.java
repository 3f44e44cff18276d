package io.millrace.service;

import io.millrace.channel.Channel;
import io.millrace.channel.DirectChannel;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SequencedMap;

/** The service of a component that is called directly: its work is done in the task of its caller. */
final class DirectService implements ServiceTask {

    private final String name;
    private final DirectChannel input;
    private final Channel output;
    private final Object component;
    private volatile boolean done;

    DirectService(ComponentBuilder settings, DirectChannel input, Object component) {
        this.name = settings.name;
        this.input = input;
        this.output = settings.output;
        this.component = component;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public int poll() {
        if (!done && input.ended()) {
            output.markEnded();
            done = true;
            return 1;
        }
        return 0;
    }

    @Override
    public boolean done() {
        return done;
    }

    @Override
    public State state() {
        return done ? State.DONE : State.LIVE;
    }

    @Override
    public long inputs() {
        return 0;
    }

    @Override
    public long outputs() {
        return 0;
    }

    @Override
    public long reapplied() {
        return 0;
    }

    @Override
    public Object component() {
        return component;
    }

    @Override
    public SequencedMap<String, Long> positions() {
        return new LinkedHashMap<>();
    }

    @Override
    public ComponentHealth health() {
        ComponentState state = done ? ComponentState.DONE : ComponentState.LIVE;
        return new ComponentHealth(state, 0, 0, OptionalLong.empty(), 0, 0, Optional.empty(), Optional.empty());
    }

    @Override
    public void close() {
        CountedTask.closeComponent(component);
    }
}
