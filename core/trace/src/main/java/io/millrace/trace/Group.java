package io.millrace.trace;

import java.util.List;
import java.util.OptionalLong;

/**
 * A message among the outputs of its input.
 *
 * @param number its number among them, from 1; 0 where it is not known
 * @param otherInputs what the component took before that input, since its previous output
 */
record Group(long number, OtherInputs otherInputs) {

    /** The group of a message that cannot be read. */
    static final Group UNKNOWN = new Group(0, new OtherInputs(OptionalLong.empty(), List.of()));
}
