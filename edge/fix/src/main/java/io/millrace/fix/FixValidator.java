package io.millrace.fix;

import java.util.EnumSet;
import java.util.Set;

/**
 * Compares messages with their dictionary. It reports the first problem in the order: message type, groups, order of
 * header, body and trailer, missing fields, single fields from front to back. It allocates nothing, except to grow a
 * table to the largest message. One thread at a time may use a validator.
 */
public final class FixValidator {

    private static final int FIRST_SLOTS = 64;

    private final Set<FixCheck> checks;
    private final FixProblem problem = new FixProblem();
    private long[] inHeader = new long[FIRST_SLOTS];
    private long[] inBody = new long[FIRST_SLOTS];
    private long[] inTrailer = new long[FIRST_SLOTS];
    private int[] unknownTags = new int[FIRST_SLOTS];
    private long[] unknownSeen = new long[FIRST_SLOTS];
    private long generation;
    private int unknown;
    private int firstUnknownTag;

    /** Creates a validator with some of the checks. */
    public FixValidator(Set<FixCheck> checks) {
        this.checks = checks.isEmpty() ? EnumSet.noneOf(FixCheck.class) : EnumSet.copyOf(checks);
    }

    /** Returns what the last message that was not valid has; valid until the next one is checked. */
    public FixProblem problem() {
        return problem;
    }

    /** Returns how many fields of the last message the dictionary does not know; they were accepted. */
    public int unknownFields() {
        return unknown;
    }

    /** Returns the tag of the first unknown field of the last message, or 0. */
    public int firstUnknownTag() {
        return firstUnknownTag;
    }

    /** Returns whether a message that was parsed without a fault is valid; if not, {@link #problem()} says why. */
    public boolean isValid(FixMessage message) {
        problem.clear();
        unknown = 0;
        firstUnknownTag = 0;
        if (checks.isEmpty()) {
            return true;
        }
        FixMessageType type = message.type();
        if (type == null) {
            return problem.set(FixRejectReason.INVALID_MSG_TYPE, FixTags.MSG_TYPE);
        }
        FixDictionary dictionary = message.dictionary();
        generation++;
        inHeader = sized(inHeader, dictionary.header());
        inBody = sized(inBody, type.body());
        inTrailer = sized(inTrailer, dictionary.trailer());
        return areGroupsRight(message)
                && areFieldsInOrder(message, dictionary, type.body())
                && (!has(FixCheck.REQUIRED) || isComplete(message, dictionary, type.body()))
                && areFieldsRight(message, dictionary.fieldsOf(type), type.body());
    }

    private boolean has(FixCheck check) {
        return checks.contains(check);
    }

    private static long[] sized(long[] table, FixMembers members) {
        return table.length >= members.size() ? table : new long[members.size() * 2];
    }

    /** Compares the order of header, body and trailer, finds what is twice, and notes which members are there. */
    private boolean areFieldsInOrder(FixMessage message, FixDictionary dictionary, FixMembers body) {
        boolean header = true;
        boolean trailer = false;
        for (int i = 0; i < message.size(); i++) {
            if (message.depth(i) == 0) {
                int tag = message.tag(i);
                int slot = body.slotOf(tag);
                long[] seen = inBody;
                boolean ofHeader = false;
                boolean ofTrailer = false;
                if (slot == FixMembers.NONE) {
                    int marks = tag <= 0 ? 0 : dictionary.marksOf(tag);
                    ofHeader = (marks & FixDictionary.HEADER) != 0;
                    ofTrailer = (marks & FixDictionary.TRAILER) != 0;
                    seen = ofHeader ? inHeader : inTrailer;
                    FixMembers members = ofHeader ? dictionary.header() : dictionary.trailer();
                    slot = ofHeader || ofTrailer ? members.slotOf(tag) : FixMembers.NONE;
                }
                if (has(FixCheck.ORDER) && ((ofHeader && !header) || (trailer && !ofTrailer))) {
                    return problem.set(FixRejectReason.TAG_ORDER, tag);
                }
                header &= ofHeader;
                trailer |= ofTrailer;
                if (slot != FixMembers.NONE) {
                    if (seen[slot] == generation && has(FixCheck.REPEATED)) {
                        return problem.set(FixRejectReason.REPEATED_TAG, tag);
                    }
                    seen[slot] = generation;
                }
            }
        }
        return true;
    }

    private boolean areGroupsRight(FixMessage message) {
        if (!message.isGrouped()) {
            return true;
        }
        GroupWalk walk = message.groups();
        return switch (walk.error()) {
            case NONE -> true;
            case COUNT ->
                !has(FixCheck.GROUPS)
                        || !isNumber(message, walk.field()) // that is a wrong format, which is found later
                        || problem.set(FixRejectReason.GROUP_COUNT, message.tag(walk.field()));
            case DELIMITER -> !has(FixCheck.GROUPS) || problem.setDelimiter(walk.group(), message.tag(walk.field()));
            case ORDER ->
                !has(FixCheck.GROUP_ORDER) || problem.set(FixRejectReason.GROUP_ORDER, message.tag(walk.field()));
        };
    }

    private static boolean isNumber(FixMessage message, int field) {
        return FixText.isInteger(message.bytes(), message.start(field), message.end(field));
    }

    private boolean areFieldsRight(FixMessage message, FixDictionary dictionary, FixMembers body) {
        for (int i = 0; i < message.size(); i++) {
            int tag = message.tag(i);
            if (tag <= 0 || (dictionary.marksOf(tag) & FixDictionary.KNOWN) == 0) {
                if (!isUnknownAccepted(message, i, tag)) {
                    return false;
                }
            } else if (!isFieldRight(message, dictionary, body, i, tag)) {
                return false;
            }
        }
        return true;
    }

    private boolean isUnknownAccepted(FixMessage message, int field, int tag) {
        boolean user = tag >= FixDictionary.FIRST_USER_TAG;
        if (tag <= 0 || has(user ? FixCheck.USER_FIELDS : FixCheck.UNKNOWN_FIELDS)) {
            return problem.set(FixRejectReason.INVALID_TAG, tag);
        }
        if (has(FixCheck.EMPTY_FIELDS) && message.start(field) == message.end(field)) {
            return problem.set(FixRejectReason.NO_VALUE, tag);
        }
        if (unknown++ == 0) {
            firstUnknownTag = tag;
        }
        return !has(FixCheck.REPEATED) || !isUnknownRepeated(tag) || problem.set(FixRejectReason.REPEATED_TAG, tag);
    }

    private boolean isFieldRight(FixMessage message, FixDictionary dictionary, FixMembers body, int field, int tag) {
        int start = message.start(field);
        int end = message.end(field);
        if (start == end) {
            return !has(FixCheck.EMPTY_FIELDS) || problem.set(FixRejectReason.NO_VALUE, tag);
        }
        FixField known = null;
        if (message.depth(field) == 0) {
            FixMembers members = body;
            int slot = body.slotOf(tag);
            if (slot == FixMembers.NONE) {
                FixDictionary frame = message.dictionary();
                members = frame.header().has(tag) ? frame.header() : frame.trailer();
                slot = members.slotOf(tag);
            }
            if (slot != FixMembers.NONE) {
                known = members.field(slot);
            } else if (has(tag >= FixDictionary.FIRST_USER_TAG ? FixCheck.USER_FIELDS : FixCheck.MEMBERS)) {
                return problem.set(FixRejectReason.TAG_NOT_DEFINED, tag);
            }
        }
        return isValueRight(message.bytes(), start, end, known == null ? dictionary.field(tag) : known);
    }

    private boolean isValueRight(byte[] bytes, int start, int end, FixField field) {
        if (field == null || field.tag() == FixTags.MSG_TYPE) {
            return true;
        }
        // Published dictionaries list values that do not have the form of the type, such as 10 of a character.
        if (has(FixCheck.FORMATS)
                && !field.type().accepts(bytes, start, end)
                && !(field.isListed() && field.allows(bytes, start, end))) {
            return problem.set(FixRejectReason.DATA_FORMAT, field.tag());
        }
        return !has(FixCheck.VALUES)
                || field.allows(bytes, start, end)
                || problem.set(FixRejectReason.VALUE_INCORRECT, field.tag());
    }

    private boolean isUnknownRepeated(int tag) {
        if (unknown * 2 > unknownTags.length) {
            growUnknown();
        }
        int at = (tag * 0x9E37_79B1) >>> 8 & (unknownTags.length - 1);
        while (unknownSeen[at] == generation) {
            if (unknownTags[at] == tag) {
                return true;
            }
            at = (at + 1) & (unknownTags.length - 1);
        }
        unknownSeen[at] = generation;
        unknownTags[at] = tag;
        return false;
    }

    private void growUnknown() {
        int[] tags = unknownTags;
        long[] seen = unknownSeen;
        unknownTags = new int[tags.length * 4];
        unknownSeen = new long[tags.length * 4];
        for (int i = 0; i < tags.length; i++) {
            if (seen[i] == generation) {
                int at = (tags[i] * 0x9E37_79B1) >>> 8 & (unknownTags.length - 1);
                while (unknownSeen[at] == generation) {
                    at = (at + 1) & (unknownTags.length - 1);
                }
                unknownSeen[at] = generation;
                unknownTags[at] = tags[i];
            }
        }
    }

    private boolean isComplete(FixMessage message, FixDictionary dictionary, FixMembers body) {
        return isComplete(dictionary.header(), inHeader)
                && isComplete(dictionary.trailer(), inTrailer)
                && isComplete(body, inBody)
                && (!message.isGrouped() || areEntriesComplete(message, body));
    }

    private boolean isComplete(FixMembers members, long[] seen) {
        for (int slot : members.requiredSlots()) {
            if (seen[slot] != generation) {
                return problem.set(
                        FixRejectReason.REQUIRED_TAG_MISSING,
                        members.field(slot).tag());
            }
        }
        return true;
    }

    private boolean areEntriesComplete(FixMessage message, FixMembers body) {
        for (int i = 0; i < message.size(); i++) {
            int slot = message.depth(i) == 0 ? body.slotOf(message.tag(i)) : FixMembers.NONE;
            FixGroup group = slot == FixMembers.NONE ? null : body.group(slot);
            if (group != null && !areEntriesComplete(message.group(message.tag(i)), group)) {
                return false;
            }
        }
        return true;
    }

    private boolean areEntriesComplete(FixEntries entries, FixGroup group) {
        FixMembers members = group.members();
        while (entries.next()) {
            for (int slot : members.requiredSlots()) {
                if (!entries.has(members.field(slot).tag())) {
                    return problem.set(
                            FixRejectReason.REQUIRED_TAG_MISSING,
                            members.field(slot).tag());
                }
            }
            for (int slot = 0; slot < members.size(); slot++) {
                FixGroup inner = members.group(slot);
                if (inner != null
                        && entries.has(inner.counter().tag())
                        && !areEntriesComplete(entries.group(inner.counter().tag()), inner)) {
                    return false;
                }
            }
        }
        return true;
    }
}
