package io.millrace.load.cql;

import io.millrace.load.Operation;
import java.util.concurrent.CompletableFuture;

/** An operation with values that are given, and a future of what became of it: null, or why it failed. */
final class TestOperation implements Operation {
    private final CompletableFuture<Throwable> outcome = new CompletableFuture<>();
    private final int kind;
    private final Object[] values;

    TestOperation(int kind, Object... values) {
        this.kind = kind;
        this.values = values;
    }

    Throwable failure() {
        return outcome.join();
    }

    boolean isOver() {
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
        return ((Number) values[parameter]).longValue();
    }

    @Override
    public double doubleAt(int parameter) {
        return ((Number) values[parameter]).doubleValue();
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
