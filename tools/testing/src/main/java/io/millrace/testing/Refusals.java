package io.millrace.testing;

/** How a refusal appears among the outputs of a component. */
public interface Refusals {
    /** Records that the component refused a call with {@link io.millrace.wire.Refused}, and why. */
    void refused(String reason);
}
