package io.millrace.testing;

import java.util.List;

/** Something that holds whatever a component is given, for example that no more is sold than was bought. */
@FunctionalInterface
public interface Invariant {
    /**
     * Throws an {@link AssertionError} where it does not hold.
     *
     * @param inputs the calls that the component got, those of {@code setup.yaml} left out
     * @param outputs the calls that it made
     */
    void check(List<RecordedCall> inputs, List<RecordedCall> outputs);
}
