package io.millrace.fix;

/**
 * A cursor over the entries of a group in a message. It is valid until the message is parsed again or another group of
 * the same depth is asked for; it allocates nothing.
 */
public final class FixEntries {

    private final FixMessage message;
    private final int depth;
    private int next;
    private int from;
    private int to;
    private int limit;
    private int delimiter;

    FixEntries(FixMessage message, int depth) {
        this.message = message;
        this.depth = depth;
    }

    FixEntries start(int counter, int last) {
        limit = counter == FixMessage.ABSENT ? 0 : last;
        next = counter == FixMessage.ABSENT ? 0 : counter + 1;
        from = next;
        to = next;
        boolean empty = next >= limit || message.depth(next) != depth;
        delimiter = empty ? 0 : message.tag(next);
        if (empty) {
            limit = next;
        }
        return this;
    }

    /** Moves to the next entry and returns true, or returns false after the last one. */
    public boolean next() {
        if (next >= limit || message.depth(next) < depth) {
            return false;
        }
        from = next++;
        while (next < limit
                && message.depth(next) >= depth
                && !(message.depth(next) == depth && message.tag(next) == delimiter)) {
            next++;
        }
        to = next;
        return true;
    }

    /** Returns the first field of the entry. */
    int from() {
        return from;
    }

    /** Returns the end of the entry, in fields. */
    int to() {
        return to;
    }

    /** Returns whether the entry has a field. */
    public boolean has(int tag) {
        return find(tag) != FixMessage.ABSENT;
    }

    /** Returns the number of a field of this entry in the message, or -1. */
    public int find(int tag) {
        return message.find(tag, from, to, depth);
    }

    /** Returns a whole number, as {@link FixMessage#longValue(int)} does. */
    public long longValue(int tag) {
        return message.longAt(find(tag), tag);
    }

    /** Returns a decimal number, as {@link FixMessage#decimalValue} does. */
    public long decimalValue(int tag, int decimals) {
        return message.decimalAt(find(tag), tag, decimals);
    }

    /** Returns a character, as {@link FixMessage#charValue} does. */
    public char charValue(int tag) {
        return message.charAt(find(tag), tag);
    }

    /** Returns a field as text, or null; this allocates. */
    public String text(int tag) {
        return message.textAt(find(tag));
    }

    /** Returns a cursor over a group in this entry. */
    public FixEntries group(int counterTag) {
        if (depth == FixMessage.DEEPEST_GROUP) {
            throw new IllegalStateException("groups are not nested deeper depth=" + depth);
        }
        return message.cursor(depth + 1, find(counterTag), to);
    }
}
