package io.millrace.interaction;

import java.util.function.Supplier;

/** An input call that a component has taken. */
public final class TakenInput {

    private final String index;
    private final Object value;
    private final InteractionException refusal;

    private TakenInput(String index, Object value, InteractionException refusal) {
        this.index = index;
        this.value = value;
        this.refusal = refusal;
    }

    /** Returns the input that was taken last, with what the component has returned for it. */
    static TakenInput last(String index, Supplier<?> outcomes) {
        try {
            return new TakenInput(index, outcomes.get(), null);
        } catch (InteractionException e) {
            return new TakenInput(index, null, e);
        }
    }

    /** Returns the index of the input, as text. */
    public String index() {
        return index;
    }

    /**
     * Returns what the component has returned for it; null without {@link InputLog#outcomes}.
     *
     * @throws InteractionException if the component has refused it
     */
    public Object outcome() {
        if (refusal != null) {
            throw refusal;
        }
        return value;
    }
}
