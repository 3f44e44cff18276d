package io.millrace.service;

import io.millrace.channel.ChannelWriter;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/** The common part of all services: a name, a state, and counts that one thread writes and any thread reads. */
abstract class CountedTask implements ServiceTask {

    private static final VarHandle INPUTS;
    private static final VarHandle OUTPUTS;
    private static final VarHandle LAST_INPUT_NS;
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            INPUTS = lookup.findVarHandle(CountedTask.class, "inputs", long.class);
            OUTPUTS = lookup.findVarHandle(CountedTask.class, "outputs", long.class);
            LAST_INPUT_NS = lookup.findVarHandle(CountedTask.class, "lastInputNs", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final String name;
    private final ChannelWriter writer;
    private long inputs;

    @SuppressWarnings("UnusedVariable") // read and written through its handle
    private long outputs;

    @SuppressWarnings("UnusedVariable") // read and written through its handle
    private long lastInputNs;

    private volatile long reapplied;

    /** Written by the task's thread alone. */
    private volatile long recorded;

    private long toldNs;
    private volatile Throwable lastError;

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

    /** Counts an input that was taken, and what has been written until now; nanoseconds since the epoch. */
    void countInput(long takenNs) {
        LAST_INPUT_NS.setOpaque(this, takenNs);
        INPUTS.setOpaque(this, inputs + 1);
        OUTPUTS.setOpaque(this, writer.written());
    }

    /**
     * Counts an input for which an error was recorded in this run. The handler is told of the first, and then at most
     * once a second how many there are: a stream of bad inputs must not become one of log lines.
     */
    @SuppressWarnings("NonAtomicVolatileUpdate") // by one thread
    void countRecorded(Throwable error, long takenNs, ErrorReports reports) {
        lastError = error;
        recorded++;
        if (recorded > 1 && takenNs - toldNs < NANOS_PER_SECOND) {
            return;
        }
        toldNs = takenNs;
        reports.report(
                Severity.WARNING,
                ErrorOrigin.component(name),
                new ServiceException(
                        "an error was recorded in place of outputs service=" + name + " recordedErrors=" + recorded
                                + ": " + ForeignError.text(error),
                        error));
    }

    /**
     * Counts an error that a call of a client has caused. What is told is the first one of a principal, at most one in
     * a second, and the one from which on it is refused: a client that repeats its call fills no log.
     *
     * @param failures how many calls of the principal have failed
     * @param most from how many on they are refused
     */
    @SuppressWarnings("NonAtomicVolatileUpdate") // by one thread
    void countOfClient(Throwable error, long takenNs, String principal, int failures, int most, ErrorReports reports) {
        lastError = error;
        recorded++;
        boolean isBarred = failures == most;
        if (!isBarred && (failures > 1 || (toldNs != 0 && takenNs - toldNs < NANOS_PER_SECOND))) {
            return;
        }
        toldNs = takenNs;
        reports.report(
                Severity.WARNING,
                ErrorOrigin.component(name),
                new ServiceException(
                        "an error was recorded as the answer of a client"
                                + (isBarred ? ", whose calls are refused from now on" : "") + " service=" + name
                                + " principal=" + principal + " failures=" + failures + " most=" + most + ": "
                                + ForeignError.text(error),
                        error));
    }

    /** Notes the newest error that health shows. */
    void lastError(Throwable error) {
        lastError = error;
    }

    /** Returns what the other side of a gateway or source has answered; empty for a component. Any thread. */
    Optional<OtherSide> otherSide() {
        return Optional.empty();
    }

    /** Returns how many messages of the inputs are not taken yet; empty where that cannot be told. Any thread. */
    abstract OptionalLong unread();

    @Override
    public ComponentHealth health() {
        boolean away = otherSide().map(OtherSide::isAway).orElse(false);
        boolean degraded = otherSide().map(OtherSide::refusesMany).orElse(false);
        ComponentState doing = switch (state) {
            case RESTARTING -> away ? ComponentState.AWAY : ComponentState.RESTARTING;
            case LIVE -> away ? ComponentState.AWAY : degraded ? ComponentState.DEGRADED : ComponentState.LIVE;
            case DONE -> ComponentState.DONE;
        };
        long takenNs = (long) LAST_INPUT_NS.getOpaque(this);
        Optional<Instant> lastInput = takenNs == 0
                ? Optional.empty()
                : Optional.of(Instant.ofEpochSecond(takenNs / NANOS_PER_SECOND, takenNs % NANOS_PER_SECOND));
        long refused = otherSide().map(OtherSide::refused).orElse(0L);
        Optional<String> error = Optional.ofNullable(lastError).map(ForeignError::text);
        return new ComponentHealth(doing, inputs(), outputs(), unread(), recorded, refused, lastInput, error);
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
