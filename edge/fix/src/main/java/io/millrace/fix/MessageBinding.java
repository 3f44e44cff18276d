package io.millrace.fix;

import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * A class whose objects are messages of FIX or entries of a group, with the fields that its members hold. A message is
 * read in one pass over its fields, each of which is given to its member; it allocates nothing for a mutable class of
 * which an object is given. One thread at a time.
 */
final class MessageBinding {

    /** The fields of each message that the session itself writes, and reads for itself. */
    private static final int[] OF_THE_SESSION = {
        FixTags.BEGIN_STRING,
        FixTags.BODY_LENGTH,
        FixTags.CHECK_SUM,
        FixTags.MSG_SEQ_NUM,
        FixTags.MSG_TYPE,
        FixTags.POSS_DUP_FLAG,
        FixTags.SENDER_COMP_ID,
        FixTags.SENDING_TIME,
        FixTags.TARGET_COMP_ID,
        FixTags.ORIG_SENDING_TIME,
        FixTags.LAST_MSG_SEQ_NUM_PROCESSED
    };

    private final Class<?> type;
    private final MethodHandle constructor;
    private final boolean record;
    private final int components;
    private final FieldBinding[] fields;
    private final FieldBinding[] byTag;
    private long entry;
    private FieldBinding[] header = {};
    private FieldBinding[] body = {};
    private FieldBinding[] others = {};
    private int delimiter;

    /** Creates a binding; {@code constructor} takes nothing, or for a record the array of its components. */
    MessageBinding(Class<?> type, MethodHandle constructor, List<FieldBinding> fields) {
        this.type = type;
        this.constructor = constructor;
        record = type.isRecord();
        components = record ? type.getRecordComponents().length : 0;
        this.fields = fields.toArray(new FieldBinding[0]);
        byTag = new FieldBinding[Integer.highestOneBit(fields.size()) * 4];
        for (FieldBinding field : fields) {
            int slot = slot(field.tag());
            while (byTag[slot] != null) {
                if (byTag[slot].tag() == field.tag()) {
                    throw new FixBindingException("two members hold one field tag=" + field.tag() + " first="
                            + byTag[slot].where() + " second=" + field.where());
                }
                slot = (slot + 1) & (byTag.length - 1);
            }
            byTag[slot] = field;
        }
    }

    boolean isMutable() {
        return !record;
    }

    Object create() {
        try {
            return (Object) constructor.invokeExact();
        } catch (Throwable e) {
            throw FieldBinding.thrown(e);
        }
    }

    /** Prepares to read the next message. */
    void restart() {
        for (FieldBinding field : fields) {
            field.restart();
        }
    }

    /**
     * Reads the fields of a depth from {@code from} to {@code to}, and returns their object: {@code reuse} or, for a
     * record, a new one.
     */
    Object read(FixMessage message, int from, int to, int depth, Object reuse) {
        Object target = record ? new Object[components] : reuse;
        long number = ++entry;
        for (int at = from; at < to; at++) {
            FieldBinding field = message.depth(at) == depth ? find(message.tag(at)) : null;
            if (field != null && !field.see(number)) {
                read(field, message, at, to, target);
            }
        }
        for (FieldBinding field : fields) {
            if (!field.isSeen(number)) {
                if (field.isRequired()) {
                    throw FixValueException.of("is missing", message, FixMessage.ABSENT, field.tag())
                            .in(field.where());
                }
                field.clear(target);
            }
        }
        return record ? construct((Object[]) target) : target;
    }

    private static void read(FieldBinding field, FixMessage message, int at, int to, Object target) {
        try {
            field.read(message, at, to, target);
        } catch (FixValueException e) {
            throw field instanceof GroupBinding ? e : e.in(field.where());
        }
    }

    private Object construct(Object[] values) {
        try {
            return (Object) constructor.invokeExact(values);
        } catch (Throwable e) {
            throw FieldBinding.thrown(e);
        }
    }

    private FieldBinding find(int tag) {
        int slot = slot(tag);
        while (byTag[slot] != null) {
            if (byTag[slot].tag() == tag) {
                return byTag[slot];
            }
            slot = (slot + 1) & (byTag.length - 1);
        }
        return null;
    }

    private int slot(int tag) {
        int hash = tag * 0x9E37_79B1;
        return (hash ^ (hash >>> 15)) & (byTag.length - 1);
    }

    /** Prepares to write messages of a type as a dictionary has them. */
    void order(FixDictionary dictionary, FixMessageType message) {
        header = ordered(dictionary.header(), message.name()).stream()
                .filter(field -> Arrays.stream(OF_THE_SESSION).noneMatch(tag -> tag == field.tag()))
                .toArray(FieldBinding[]::new);
        order(message.body(), message.name());
        others = Arrays.stream(others)
                .filter(field -> !dictionary.header().has(field.tag()))
                .filter(field -> !dictionary.trailer().has(field.tag()))
                .toArray(FieldBinding[]::new);
    }

    /** Prepares to write entries with these members. */
    void order(FixMembers members, String message) {
        List<FieldBinding> ordered = ordered(members, message);
        body = ordered.toArray(FieldBinding[]::new);
        others =
                Arrays.stream(fields).filter(field -> !members.has(field.tag())).toArray(FieldBinding[]::new);
    }

    private List<FieldBinding> ordered(FixMembers members, String message) {
        List<FieldBinding> ordered = new ArrayList<>();
        for (FieldBinding field : fields) {
            if (members.has(field.tag())) {
                field.order(members, members.slotOf(field.tag()), message);
                ordered.add(field);
            }
        }
        // The length of a data field is written with it.
        int[] lengths = ordered.stream()
                .mapToInt(field -> field instanceof ObjectBinding object ? object.lengthTag() : 0)
                .toArray();
        ordered.removeIf(field -> Arrays.stream(lengths).anyMatch(tag -> tag == field.tag()));
        ordered.sort(Comparator.comparingInt(field -> members.slotOf(field.tag())));
        return ordered;
    }

    /** Notes the field that each entry begins with. */
    void beginWith(int tag) {
        delimiter = tag;
        if (find(tag) == null) {
            throw new FixBindingException(
                    "a class lacks the field that entries begin with type=" + type.getName() + " tag=" + tag);
        }
    }

    /** Writes a whole message without what the session adds. */
    void write(FixWriter out, String msgType, Object message, FixTime.Precision precision) {
        out.start(msgType);
        write(out, header, message, precision);
        out.body();
        writeBody(out, message, precision);
    }

    void writeBody(FixWriter out, Object message, FixTime.Precision precision) {
        write(out, body, message, precision);
        for (FieldBinding field : others) {
            if (!field.isAbsent(message)) {
                throw FixValueException.written("a field does not belong to the message", field.tag(), "set", null)
                        .in(field.where());
            }
        }
    }

    private void write(FixWriter out, FieldBinding[] order, Object message, FixTime.Precision precision) {
        for (FieldBinding field : order) {
            if (field.isRequired() || field.tag() == delimiter || !field.isAbsent(message)) {
                field.write(out, message, precision);
            }
        }
    }
}
