package io.millrace.topology;

import io.millrace.service.Counting;
import java.util.Objects;

/** A named count of a topology's summary. */
public sealed interface SummarySpec {
    /**
     * The number of calls of one method in a channel, over all runs.
     *
     * @param channel the channel
     * @param method the method
     */
    record Calls(String channel, String method) implements SummarySpec {
        /** Checks that nothing is null. */
        public Calls {
            Objects.requireNonNull(channel, "channel");
            Objects.requireNonNull(method, "method");
        }
    }

    /**
     * What a component that is {@link Counting} counts, such as the rows of a table.
     *
     * @param component the component
     * @param what what it is asked to count
     */
    record Counted(String component, String what) implements SummarySpec {
        /** Checks that nothing is null. */
        public Counted {
            Objects.requireNonNull(component, "component");
            Objects.requireNonNull(what, "what");
        }
    }

    /**
     * Counts the calls of a method in a channel.
     *
     * @param channel the channel
     * @param method the method
     * @return the count
     */
    static SummarySpec calls(String channel, String method) {
        return new Calls(channel, method);
    }

    /**
     * Asks a component for a count.
     *
     * @param component a component that is {@link Counting}
     * @param what what it is asked to count
     * @return the count
     */
    static SummarySpec counted(String component, String what) {
        return new Counted(component, what);
    }
}
