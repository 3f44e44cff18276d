package io.millrace.interaction;

import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Supplier;

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
    CompletionStage<TakenInput> append(Consumer<I> call);

    /**
     * Sets what returns the outcome of the last input, or throws an {@link InteractionException} where it was refused.
     * Those of changes with numbers are remembered, also of inputs from before a restart. A change that is called again
     * then gets its answer: the service is called once more, its input call is not made again, and what it returns is
     * made of the {@link TakenInput} from then. So a service that calls this makes its answers of nothing else.
     *
     * @param outcome asks the component, after an input that a client waits for or has numbered
     */
    void outcomes(Supplier<?> outcome);

    /** Returns the index of the last input that the component has taken, as text. */
    String index();

    /** Returns what identifies these inputs, also after a restart where they are kept; without spaces and slashes. */
    String log();

    /** Returns the index of the last input that the component has taken; each is greater. -1 before the first one. */
    long position();

    /**
     * Sets what runs after each input that the component has taken, also of other writers.
     *
     * @param action looks at what has changed
     */
    void onApplied(Runnable action);
}
