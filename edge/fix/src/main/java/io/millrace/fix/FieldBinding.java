package io.millrace.fix;

/** Reads one field of a message into a member of an object, and writes it from there. One thread at a time. */
abstract class FieldBinding {

    private final BoundField field;
    private long seen;

    FieldBinding(BoundField field) {
        this.field = field;
    }

    final int tag() {
        return field.tag();
    }

    final String where() {
        return field.where();
    }

    final boolean isRequired() {
        return field.required();
    }

    /** Notes that the message or entry with this number has the field; returns whether that was noted before. */
    final boolean see(long entry) {
        boolean again = seen == entry;
        seen = entry;
        return again;
    }

    final boolean isSeen(long entry) {
        return seen == entry;
    }

    /** Reads a field; {@code to} is the end of the entry, in fields. */
    abstract void read(FixMessage message, int at, int to, Object target);

    /** Gives the member what it has without the field. */
    abstract void clear(Object target);

    /** Returns whether the member has what it has without the field. */
    abstract boolean isAbsent(Object target);

    abstract void write(FixWriter out, Object target, FixTime.Precision precision);

    /** Prepares to write entries as a dictionary has them. */
    void order(FixMembers members, int slot, String message) {}

    /** Prepares to read the next message. */
    void restart() {}

    /** Passes on what a handle of a member has thrown, which can only be unchecked. */
    static RuntimeException thrown(Throwable error) {
        if (error instanceof Error fatal) {
            throw fatal;
        }
        return error instanceof RuntimeException unchecked ? unchecked : new IllegalStateException(error);
    }
}
