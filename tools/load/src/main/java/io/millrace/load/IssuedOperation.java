package io.millrace.load;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * An operation as its target sees it. It belongs to the issuing thread until that hands it to the target, in the state
 * {@code IN_FLIGHT}. The thread that moves it out of that state by compare-and-set, to complete, fail or give it up,
 * owns it: of several only one succeeds. The times were written before the target got the operation, so the completing
 * thread sees them.
 */
final class IssuedOperation implements Operation {
    private static final VarHandle STATE;
    private static final int FREE = 0;
    private static final int IN_FLIGHT = 1;
    private static final int OVER = 2;
    private static final int GIVEN_UP = 3;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(IssuedOperation.class, "state", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final OperationPool pool;
    private final long[] values;
    private Generator[] generators = {};
    private int kind;
    private long sequence;
    private long intendedNs;
    private long startedNs;
    private volatile int state = FREE;

    IssuedOperation(OperationPool pool, int mostParameters) {
        this.pool = pool;
        this.values = new long[mostParameters];
    }

    /** Chooses kind and values; by the issuing thread, before the operation is due. */
    void fill(Workload workload, Randomness random, long number) {
        sequence = number;
        kind = workload.kind(random, number);
        generators = workload.generators(kind);
        for (int i = 0; i < generators.length; i++) {
            values[i] = generators[i].draw(random, number);
        }
    }

    void begin(long intended, long started) {
        intendedNs = intended;
        startedNs = started;
        STATE.setRelease(this, IN_FLIGHT);
    }

    /** Takes the operation from its target; true if it was in flight. */
    boolean giveUp() {
        return STATE.compareAndSet(this, IN_FLIGHT, GIVEN_UP);
    }

    boolean isInFlight() {
        return state == IN_FLIGHT;
    }

    long intendedNs() {
        return intendedNs;
    }

    long startedNs() {
        return startedNs;
    }

    @Override
    public int kind() {
        return kind;
    }

    @Override
    public long sequence() {
        return sequence;
    }

    @Override
    public long longAt(int parameter) {
        return switch (generators[parameter].kind()) {
            case INTEGER -> values[parameter];
            case DECIMAL -> (long) Double.longBitsToDouble(values[parameter]);
            case TEXT -> throw notNumeric(parameter);
        };
    }

    @Override
    public double doubleAt(int parameter) {
        return switch (generators[parameter].kind()) {
            case INTEGER -> values[parameter];
            case DECIMAL -> Double.longBitsToDouble(values[parameter]);
            case TEXT -> throw notNumeric(parameter);
        };
    }

    private LoadException notNumeric(int parameter) {
        return new LoadException(
                "value is not a number kind=" + kind + " parameter=" + parameter + " value=" + textAt(parameter));
    }

    @Override
    public String textAt(int parameter) {
        StringBuilder out = new StringBuilder();
        appendTo(out, parameter);
        return out.toString();
    }

    @Override
    public void appendTo(StringBuilder out, int parameter) {
        generators[parameter].appendTo(out, values[parameter]);
    }

    @Override
    public void complete() {
        long nowNs = pool.nanoTime();
        if (STATE.compareAndSet(this, IN_FLIGHT, OVER)) {
            pool.over(this, Outcome.COMPLETED, nowNs);
        } else {
            pool.unmatched();
        }
    }

    @Override
    public void fail(Throwable cause) {
        long nowNs = pool.nanoTime();
        if (STATE.compareAndSet(this, IN_FLIGHT, OVER)) {
            pool.failures().add(cause);
            pool.over(this, Outcome.FAILED, nowNs);
        } else {
            pool.unmatched();
        }
    }
}
