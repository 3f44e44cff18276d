package io.millrace.testing;

/** A way to disturb the calls that a component gets, or their surroundings, and what must hold then. */
public enum Mutation {
    /** One call is left out. */
    DROP("drop"),
    /** One call comes twice. */
    DUPLICATE("duplicate"),
    /** Two calls that follow each other are swapped. */
    REORDER("reorder"),
    /** A field of the one message of a call is missing, so that it is null or zero; the component may throw. */
    MISSING_FIELD("missing field"),
    /**
     * The component is made anew in between, and given all calls so far again, or its snapshot where it has one;
     * nothing may change.
     */
    RESTART("restart"),
    /** Whatever can be changed in the arguments is changed after each call; nothing may change in the outputs. */
    SCRIBBLE("scribble");

    private final String label;

    Mutation(String label) {
        this.label = label;
    }

    /** Returns the name for people. */
    public String label() {
        return label;
    }
}
