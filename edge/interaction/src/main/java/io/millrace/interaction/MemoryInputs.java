package io.millrace.interaction;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * Input calls that a component gets at once and that nothing keeps; their indexes count them. For the thread of the
 * component.
 *
 * @param <I> the interface of the input calls
 */
public final class MemoryInputs<I> implements InputLog<I> {

    private final I component;
    private Runnable applied = () -> {};
    private long count;

    /** Creates the inputs of a component. */
    public MemoryInputs(I component) {
        this.component = component;
    }

    @Override
    public CompletionStage<Void> append(Consumer<I> call) {
        call.accept(component);
        count++;
        CompletableFuture<Void> taken = CompletableFuture.completedFuture(null);
        return taken.thenRun(applied);
    }

    @Override
    public String index() {
        return Long.toString(count);
    }

    @Override
    public void onApplied(Runnable action) {
        applied = action;
    }
}
