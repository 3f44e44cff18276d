package io.millrace.load;

import java.util.concurrent.CompletableFuture;

/**
 * An operation whose values are given and whose outcome can be waited for, for trying a {@link TargetSession} without a
 * run; a subclass may do more once it is over. For any number of threads.
 */
public class GivenOperation implements Operation {
    private final CompletableFuture<Throwable> outcome = new CompletableFuture<>();
    private final int kind;
    private final Object[] values;

    /**
     * Creates an operation with number 0.
     *
     * @param kind its index in the list that the session was prepared for
     * @param values the values of its parameters, in order: numbers, or objects whose {@link Object#toString} is the
     *     text
     */
    public GivenOperation(int kind, Object... values) {
        this.kind = kind;
        this.values = values.clone();
    }

    /** Waits until it is over and returns why it failed, or null where it was completed. */
    public Throwable failure() {
        return outcome.join();
    }

    /** Returns whether it was completed or has failed. */
    public boolean isOver() {
        return outcome.isDone();
    }

    @Override
    public int kind() {
        return kind;
    }

    @Override
    public long sequence() {
        return 0;
    }

    @Override
    public long longAt(int parameter) {
        return number(parameter).longValue();
    }

    @Override
    public double doubleAt(int parameter) {
        return number(parameter).doubleValue();
    }

    private Number number(int parameter) {
        if (values[parameter] instanceof Number number) {
            return number;
        }
        throw new LoadException(
                "value is not a number kind=" + kind + " parameter=" + parameter + " value=" + values[parameter]);
    }

    @Override
    public String textAt(int parameter) {
        return values[parameter].toString();
    }

    @Override
    public void appendTo(StringBuilder out, int parameter) {
        out.append(values[parameter]);
    }

    @Override
    public void complete() {
        outcome.complete(null);
    }

    @Override
    public void fail(Throwable cause) {
        outcome.complete(cause);
    }
}
