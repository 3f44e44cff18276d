package io.millrace.interaction;

import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Input calls that a component gets at once and that nothing keeps; their indexes count them. For the thread of the
 * component.
 *
 * @param <I> the interface of the input calls
 */
public final class MemoryInputs<I> implements InputLog<I> {

    private final I component;
    private final String log = UUID.randomUUID().toString();
    private Runnable applied = () -> {};
    private Supplier<?> outcomes = () -> null;
    private long count;

    /** Creates the inputs of a component. */
    public MemoryInputs(I component) {
        this.component = component;
    }

    @Override
    public CompletionStage<TakenInput> append(Consumer<I> call) {
        call.accept(component);
        count++;
        TakenInput taken = TakenInput.last(index(), outcomes);
        applied.run();
        return CompletableFuture.completedFuture(taken);
    }

    @Override
    public void outcomes(Supplier<?> outcome) {
        outcomes = outcome;
    }

    @Override
    public String index() {
        return Long.toString(count);
    }

    @Override
    public String log() {
        return log;
    }

    @Override
    public long position() {
        return count == 0 ? -1 : count;
    }

    @Override
    public void onApplied(Runnable action) {
        applied = action;
    }
}
