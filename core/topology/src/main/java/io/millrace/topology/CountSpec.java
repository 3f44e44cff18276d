package io.millrace.topology;

import io.millrace.service.Counting;
import java.util.Objects;

/** A named count of a topology's summary. */
public sealed interface CountSpec {
    /**
     * The number of calls of one method in a channel, over all runs.
     *
     * @param channel the channel
     * @param method the method
     */
    record Calls(String channel, String method) implements CountSpec {
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
     * @param what the name of what it counts
     */
    record Counted(String component, String what) implements CountSpec {
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
    static CountSpec calls(String channel, String method) {
        return new Calls(channel, method);
    }

    /**
     * Asks a component for a count.
     *
     * @param component a component that is {@link Counting}
     * @param what the name of what it counts
     * @return the count
     */
    static CountSpec counted(String component, String what) {
        return new Counted(component, what);
    }
}
