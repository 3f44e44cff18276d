package io.millrace.interaction;

import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * The input calls of a component that clients change. Whatever changes its state goes here first: into a channel, from
 * which the component gets it, or in memory to the component at once. For the thread of the component.
 *
 * @param <I> the interface of the input calls
 */
public interface InputLog<I> {

    /**
     * Makes an input call.
     *
     * @param call makes one call on what it is given
     * @return completes when the component has taken this input, before it takes the next one
     */
    CompletionStage<Void> append(Consumer<I> call);

    /** Returns the index of the last input that the component has taken, as text. */
    String index();

    /**
     * Sets what runs after each input that the component has taken, also of other writers.
     *
     * @param action looks at what has changed
     */
    void onApplied(Runnable action);
}
