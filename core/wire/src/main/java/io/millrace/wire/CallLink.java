package io.millrace.wire;

import java.util.Objects;

/**
 * A method in front of a chained call: the {@code to(destination)} of {@code to(destination).order(order)}.
 *
 * @param methodName its name
 * @param parameterCount how many of the call's parameters are its own, at least 0
 */
public record CallLink(String methodName, int parameterCount) {
    /** Refuses null and a negative count. */
    public CallLink {
        Objects.requireNonNull(methodName, "methodName");
        if (parameterCount < 0) {
            throw new WireTypeException(
                    "a method has no such number of parameters method=" + methodName + " count=" + parameterCount);
        }
    }
}
