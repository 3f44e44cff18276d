package io.millrace.service;

import io.millrace.channel.ChannelWriter;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** What all services have in common: a name, a state, and counts that one thread writes and any may read. */
abstract class CountedTask implements ServiceTask {

    private static final VarHandle INPUTS;
    private static final VarHandle OUTPUTS;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            INPUTS = lookup.findVarHandle(CountedTask.class, "inputs", long.class);
            OUTPUTS = lookup.findVarHandle(CountedTask.class, "outputs", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final String name;
    private final ChannelWriter writer;
    private long inputs;

    @SuppressWarnings("UnusedVariable") // read and written through its handle
    private long outputs;

    private volatile long reapplied;
    private volatile State state = State.RESTARTING;

    CountedTask(String name, ChannelWriter writer) {
        this.name = name;
        this.writer = writer;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean done() {
        return state == State.DONE;
    }

    @Override
    public State state() {
        return state;
    }

    @Override
    public long inputs() {
        return (long) INPUTS.getOpaque(this);
    }

    @Override
    public long outputs() {
        return (long) OUTPUTS.getOpaque(this);
    }

    @Override
    public long reapplied() {
        return reapplied;
    }

    void goTo(State next) {
        state = next;
    }

    void reapplied(long count) {
        reapplied = count;
    }

    /** Counts an input that was taken, and what has been written until now. */
    void countInput() {
        INPUTS.setOpaque(this, inputs + 1);
        OUTPUTS.setOpaque(this, writer.written());
    }

    static void closeComponent(Object component) {
        if (component instanceof AutoCloseable closeable) {
            try {
                closeable.close();
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new ServiceException(
                        "a component could not be closed class="
                                + component.getClass().getName(),
                        e);
            }
        }
    }
}
