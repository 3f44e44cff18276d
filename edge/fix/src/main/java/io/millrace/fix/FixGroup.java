package io.millrace.fix;

/**
 * A repeating group of a dictionary: its counter and the members of each entry, of which the first delimits entries.
 */
public final class FixGroup {

    private final FixField counter;
    private final FixMembers members;

    FixGroup(FixField counter, FixMembers members) {
        this.counter = counter;
        this.members = members;
    }

    /** Returns the field that holds the number of entries. */
    public FixField counter() {
        return counter;
    }

    /** Returns the members of an entry. */
    public FixMembers members() {
        return members;
    }

    /** Returns the tag that each entry begins with. */
    public int delimiter() {
        return members.field(0).tag();
    }
}
