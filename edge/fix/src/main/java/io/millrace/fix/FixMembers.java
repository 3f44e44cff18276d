package io.millrace.fix;

import java.util.List;

/**
 * The members of a message, of an entry of a group, of the header or of the trailer, in the order of the dictionary.
 * Components are replaced by their members. A slot is the position of a member in that order.
 */
public final class FixMembers {

    /** Returned for a tag that is no member. */
    public static final int NONE = -1;

    /** A member: its field, whether each message needs it, and for the counter of a group, the group. */
    record Member(FixField field, boolean required, FixGroup group) {}

    private final Member[] members;
    private final int[] tags;
    private final int[] slots;
    private final int[] required;

    FixMembers(List<Member> members) {
        this.members = members.toArray(new Member[0]);
        int size = Integer.highestOneBit(Math.max(1, members.size())) * 4;
        tags = new int[size];
        slots = new int[size];
        for (int slot = 0; slot < members.size(); slot++) {
            int i = start(members.get(slot).field().tag());
            while (tags[i] != 0) {
                i = (i + 1) & (size - 1);
            }
            tags[i] = members.get(slot).field().tag();
            slots[i] = slot;
        }
        required = java.util.stream.IntStream.range(0, members.size())
                .filter(slot -> members.get(slot).required())
                .toArray();
    }

    /** Returns the number of members. */
    public int size() {
        return members.length;
    }

    /** Returns the field of a member. */
    public FixField field(int slot) {
        return members[slot].field();
    }

    /** Returns whether a member must be there. */
    public boolean isRequired(int slot) {
        return members[slot].required();
    }

    /** Returns the group that a member counts, or null if the member is no counter. */
    public FixGroup group(int slot) {
        return members[slot].group();
    }

    /** Returns the slot of a tag, or {@link #NONE}. */
    public int slotOf(int tag) {
        int i = start(tag);
        while (tags[i] != 0) {
            if (tags[i] == tag) {
                return slots[i];
            }
            i = (i + 1) & (tags.length - 1);
        }
        return NONE;
    }

    /** Returns whether a tag is a member. */
    public boolean has(int tag) {
        return slotOf(tag) != NONE;
    }

    /** Returns the slots of what must be there. */
    int[] requiredSlots() {
        return required;
    }

    private int start(int tag) {
        int hash = tag * 0x9E37_79B1;
        return (hash ^ (hash >>> 15)) & (tags.length - 1);
    }
}
