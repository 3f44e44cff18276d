package io.millrace.service;

import java.util.Objects;

/**
 * A difference between what an output has and what the component writes in a {@link ReplayBuilder replay}.
 *
 * @param kind the kind
 * @param input the input on which it happened, as {@code trades@0:8400}
 * @param output the record of the output, as {@code bars@0:4096}: the call that differs, or the first record of the
 *     input; empty where the output has none
 * @param recorded what the output has, as YAML; empty where it has nothing
 * @param replayed what the component writes now, as YAML, or what it has thrown; empty where it writes nothing
 */
public record ReplayDifference(Kind kind, String input, String output, String recorded, String replayed) {

    /** The kind of a difference. */
    public enum Kind {
        /** The component calls the same method with other arguments. */
        CHANGED,
        /** The output has a call that the component does not write. */
        MISSING,
        /** The component writes a call that the output does not have. */
        ADDED,
        /** The component throws, which stops its service. */
        THREW
    }

    /** Checks that nothing is null. */
    public ReplayDifference {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(input, "input");
        Objects.requireNonNull(output, "output");
        Objects.requireNonNull(recorded, "recorded");
        Objects.requireNonNull(replayed, "replayed");
    }

    /** Returns the difference as text of several lines. */
    @Override
    public String toString() {
        return kind + " input=" + input + (output.isEmpty() ? "" : " output=" + output) + "\nrecorded:\n"
                + indent(recorded) + "\nreplayed:\n" + indent(replayed);
    }

    private static String indent(String yaml) {
        return yaml.isEmpty() ? "  (no call)" : yaml.stripTrailing().indent(2).stripTrailing();
    }
}
