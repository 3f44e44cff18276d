package io.millrace.fix;

/**
 * The walk over the groups of a message: it gives each field its depth, and notes the first error in the structure.
 *
 * <p>A field belongs to the innermost open entry that may have it and does not have it yet. Where that is out of order
 * and an enclosing entry, or the message, may have the field too, it belongs there: a group at the end of an entry may
 * have members that also come after it.
 */
final class GroupWalk {

    /** What is wrong. */
    enum Structure {
        NONE,
        /** The counter is not the number of entries. */
        COUNT,
        /** An entry does not begin with the delimiter. */
        DELIMITER,
        /** A member comes before one that is in front of it in the dictionary. */
        ORDER
    }

    private final FixMessage message;
    private final long[][] seen = new long[FixMessage.DEEPEST_GROUP + 1][0];
    private final FixMembers[] open = new FixMembers[FixMessage.DEEPEST_GROUP + 1];
    private final long[] entries = new long[FixMessage.DEEPEST_GROUP + 1];
    private long entry;
    private Structure error = Structure.NONE;
    private int field;
    private FixGroup group;

    GroupWalk(FixMessage message) {
        this.message = message;
    }

    /** Returns the first error. */
    Structure error() {
        return error;
    }

    /** Returns the field with the error. */
    int field() {
        return field;
    }

    /** Returns the group with the error. */
    FixGroup group() {
        return group;
    }

    void clear() {
        error = Structure.NONE;
    }

    void run() {
        error = Structure.NONE;
        FixMembers header = message.dictionary().header();
        FixMembers body = message.type() == null ? null : message.type().body();
        int i = 0;
        while (i < message.size()) {
            FixMembers members = body;
            int slot = body == null ? FixMembers.NONE : body.slotOf(message.tag(i));
            if (slot == FixMembers.NONE) {
                members = header;
                slot = header.slotOf(message.tag(i));
            }
            FixGroup counted = slot == FixMembers.NONE ? null : members.group(slot);
            open[0] = members;
            i = counted == null ? i + 1 : entries(counted, i, 1);
        }
    }

    private int entries(FixGroup counted, int counter, int depth) {
        FixMembers members = counted.members();
        open[depth] = members;
        if (seen[depth].length < members.size()) {
            seen[depth] = new long[members.size()];
        }
        int found = 0;
        int last = 0;
        int i = counter + 1;
        while (i < message.size()) {
            int slot = members.slotOf(message.tag(i));
            if (slot == FixMembers.NONE) {
                break;
            }
            if (slot == 0 || found == 0) {
                if (slot != 0) {
                    note(Structure.DELIMITER, i, counted);
                }
                found++;
                entries[depth] = ++entry;
                last = 0;
            } else if (seen[depth][slot] == entries[depth] || (slot < last && isOutside(message.tag(i), depth))) {
                break;
            } else if (slot < last) {
                note(Structure.ORDER, i, counted);
            }
            last = Math.max(last, slot);
            seen[depth][slot] = entries[depth];
            message.depth(i, depth);
            FixGroup inner = members.group(slot);
            i = inner == null ? i + 1 : entries(inner, i, depth + 1);
        }
        if (!isCount(counter, found)) {
            note(Structure.COUNT, counter, counted);
        }
        return i;
    }

    private boolean isOutside(int tag, int depth) {
        for (int outer = depth - 1; outer >= 0; outer--) {
            if (open[outer].has(tag)) {
                return true;
            }
        }
        return false;
    }

    private boolean isCount(int counter, int found) {
        byte[] bytes = message.bytes();
        int start = message.start(counter);
        int end = message.end(counter);
        return FixText.isInteger(bytes, start, end) && FixText.parse(bytes, start, end) == found;
    }

    private void note(Structure what, int where, FixGroup which) {
        if (error == Structure.NONE) {
            error = what;
            field = where;
            group = which;
        }
    }
}
