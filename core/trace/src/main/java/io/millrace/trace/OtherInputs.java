package io.millrace.trace;

import java.util.List;
import java.util.OptionalLong;

/**
 * The inputs that a component took since its previous output and that had no output of their own; the triggering input
 * is not among them. They may have changed the component's state, and so the output.
 *
 * @param total how many there are; messages that the component does not read are counted where they are between inputs
 *     of one channel; empty where that is not known
 * @param inputs the first of them, in the order in which they were taken
 */
public record OtherInputs(OptionalLong total, List<TracedMessage> inputs) {

    /** No other inputs. */
    public static final OtherInputs NONE = new OtherInputs(OptionalLong.of(0), List.of());

    /** Copies the list. */
    public OtherInputs {
        inputs = List.copyOf(inputs);
    }

    /** Returns whether there are more, or may be, than {@link #inputs()} holds. */
    public boolean hasMore() {
        return total.isEmpty() || total.getAsLong() > inputs.size();
    }
}
