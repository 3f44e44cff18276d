package io.millrace.fix;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * What messages of one version of FIX, or of one counterparty, consist of. It is read from the XML of QuickFIX or from
 * an Orchestra file, is immutable, and may be used by many threads.
 */
public final class FixDictionary {

    /** Marks of {@link #marksOf}: a field whose length is in the field before it. */
    static final byte DATA = 1;

    /** Marks of {@link #marksOf}: the counter of a group. */
    static final byte COUNTER = 2;

    /** Marks of {@link #marksOf}: a member of the header. */
    static final byte HEADER = 4;

    /** Marks of {@link #marksOf}: a member of the trailer. */
    static final byte TRAILER = 8;

    /** Marks of {@link #marksOf}: any field of the dictionary. */
    static final byte KNOWN = 16;

    /** The first tag that users may define: 5000, see FIX 4.4 volume 1. */
    static final int FIRST_USER_TAG = 5_000;

    private static final int MOST_MARKED = 1 << 16;

    private final String version;
    private final Map<Integer, FixField> fields;
    private final Map<String, FixField> fieldsByName;
    private final FixMessageType[] types;
    private final FixMembers header;
    private final FixMembers trailer;
    private final Map<String, FixMembers> components;
    private final List<String> contradictions;
    private final byte[] marks;
    private final FixField[] byTag;
    private final FixMessageType[] byHash;

    /** The dictionary of the session messages, if it is another one. */
    private final FixDictionary transport;

    private FixDictionary(DictionaryParts parts, FixDictionary transport) {
        this.transport = transport;
        version = parts.version();
        fields = Map.copyOf(parts.fields());
        fieldsByName = Map.copyOf(parts.fieldsByName());
        types = parts.types().toArray(new FixMessageType[0]);
        header = parts.header();
        trailer = parts.trailer();
        components = Collections.unmodifiableMap(parts.components());
        contradictions = List.copyOf(parts.contradictions());
        byHash = new FixMessageType[Integer.highestOneBit(Math.max(1, types.length)) * 4];
        for (FixMessageType type : types) {
            int slot = hash(type.typeBytes(), 0, type.typeBytes().length);
            while (byHash[slot] != null) {
                slot = (slot + 1) & (byHash.length - 1);
            }
            byHash[slot] = type;
        }
        marks = new byte
                [Math.min(
                        MOST_MARKED,
                        fields.keySet().stream().max(Integer::compare).orElse(0) + 1)];
        byTag = new FixField[marks.length];
        mark();
    }

    /**
     * Reads a dictionary from a file: the XML of QuickFIX, or Orchestra.
     *
     * @throws FixDictionaryException if the file is neither or contradicts itself; the message names the line
     */
    public static FixDictionary read(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            return read(in, file.toString());
        } catch (IOException e) {
            throw new FixDictionaryException("cannot read the dictionary: " + e, file.toString(), 0, e);
        }
    }

    /**
     * Reads a dictionary from a stream, which stays open; {@code source} names it in messages of errors.
     *
     * @throws FixDictionaryException if the bytes are no dictionary or contradict themselves; the message names the
     * line
     */
    public static FixDictionary read(InputStream in, String source) {
        return new FixDictionary(DictionaryXml.read(in, source), null);
    }

    /**
     * Returns the messages of an application version, such as FIX 5.0 SP2, with header, trailer and session messages of
     * a transport, which is FIXT 1.1.
     */
    public static FixDictionary combine(FixDictionary transport, FixDictionary application) {
        DictionaryParts parts = DictionaryParts.named(application.version);
        parts.fields().putAll(application.fields);
        parts.fieldsByName().putAll(application.fieldsByName);
        // The header and the session messages bring their own fields along; others of the transport are not needed.
        transport.fields.forEach(parts.fields()::putIfAbsent);
        transport.fieldsByName.forEach(parts.fieldsByName()::putIfAbsent);
        parts.components().putAll(application.components);
        List<FixMessageType> all = new ArrayList<>(Arrays.asList(transport.types));
        for (FixMessageType type : application.types) {
            if (transport.message(type.type()) == null) {
                all.add(type);
            }
        }
        parts.types().addAll(all);
        parts.contradictions().addAll(transport.contradictions);
        parts.contradictions().addAll(application.contradictions);
        return new FixDictionary(parts.withFrame(transport.header, transport.trailer), transport);
    }

    /**
     * Returns this dictionary with what one counterparty has of its own: further fields, other values, members that are
     * required or not, further messages.
     *
     * {@snippet lang=yaml :
     * fields:
     *   VenueFlag: {tag: 5001, type: CHAR, values: {A: AGENCY, P: PRINCIPAL}}
     *   Side: {values: {1: , 2: }}        # the only ones; each has the meaning of the dictionary
     * messages:
     *   NewOrderSingle: {fields: VenueFlag, required: [Account, VenueFlag], optional: OrderQty}
     *   Ping: {type: U1, fields: VenueFlag}
     * }
     *
     * @throws FixDictionaryException if the file cannot be read, or contradicts this dictionary; the message names the
     * line, and where this dictionary describes the field
     */
    public FixDictionary overlaid(Path file) {
        return new FixDictionary(DictionaryOverlay.read(file, this), transport);
    }

    /** Returns the version as BeginString has it, with a service pack after it, such as {@code FIX.5.0SP2}. */
    public String version() {
        return version;
    }

    /** Returns the field with a tag, or null. */
    public FixField field(int tag) {
        if (tag >= 0 && tag < byTag.length) {
            return byTag[tag];
        }
        return tag < MOST_MARKED ? null : fields.get(tag);
    }

    /** Returns the field with a name, or null. */
    public FixField field(String name) {
        return fieldsByName.get(name);
    }

    /** Returns the names of all fields. */
    public java.util.Set<String> fieldNames() {
        return fieldsByName.keySet();
    }

    /** Returns the number of fields. */
    public int fields() {
        return fields.size();
    }

    /** Returns all messages. */
    public List<FixMessageType> messages() {
        return List.of(types);
    }

    /** Returns the message with a value of MsgType (35), or null. */
    public FixMessageType message(String type) {
        byte[] bytes = FixText.bytes(type);
        return message(bytes, 0, bytes.length);
    }

    /** Returns the message whose type is in these bytes, or null; allocates nothing. */
    FixMessageType message(byte[] bytes, int start, int end) {
        int slot = hash(bytes, start, end);
        while (byHash[slot] != null) {
            if (FixText.equal(bytes, start, end, byHash[slot].typeBytes())) {
                return byHash[slot];
            }
            slot = (slot + 1) & (byHash.length - 1);
        }
        return null;
    }

    /** Returns the members of the header. */
    public FixMembers header() {
        return header;
    }

    /** Returns the members of the trailer. */
    public FixMembers trailer() {
        return trailer;
    }

    /** Returns the members of each component, by name. */
    public Map<String, FixMembers> components() {
        return components;
    }

    /**
     * Returns what the file says twice in different ways and what was taken, one sentence each with the line, such as a
     * member that a message has twice. What cannot be resolved is an error of {@link #read}.
     */
    public List<String> contradictions() {
        return contradictions;
    }

    /** Returns the parts with fields and messages that may be changed. */
    DictionaryParts parts() {
        DictionaryParts parts = DictionaryParts.named(version).withFrame(header, trailer);
        parts.fields().putAll(fields);
        parts.fieldsByName().putAll(fieldsByName);
        parts.types().addAll(Arrays.asList(types));
        parts.components().putAll(components);
        parts.contradictions().addAll(contradictions);
        return parts;
    }

    /** Returns the dictionary whose fields a message may have: those of the transport have only its fields. */
    FixDictionary fieldsOf(FixMessageType type) {
        return transport != null && transport.message(type.typeBytes(), 0, type.typeBytes().length) == type
                ? transport
                : this;
    }

    /** Returns the marks of a tag; 0 for a tag that the dictionary does not know. */
    int marksOf(int tag) {
        if (tag >= 0 && tag < marks.length) {
            return marks[tag];
        }
        return tag < MOST_MARKED ? 0 : slowMarksOf(tag);
    }

    private int slowMarksOf(int tag) {
        FixField field = fields.get(tag);
        return field == null ? 0 : marksOf(field);
    }

    private void mark() {
        for (FixField field : fields.values()) {
            if (field.tag() < marks.length) {
                byTag[field.tag()] = field;
                marks[field.tag()] = (byte) marksOf(field);
            }
        }
        // FIX 4.0 and 4.1 give counters the type INT, so the type alone does not tell them.
        markCounters(header);
        for (FixMessageType type : types) {
            markCounters(type.body());
        }
    }

    private void markCounters(FixMembers members) {
        for (int slot = 0; slot < members.size(); slot++) {
            FixGroup group = members.group(slot);
            if (group != null) {
                int tag = group.counter().tag();
                if (tag < marks.length) {
                    marks[tag] |= COUNTER;
                }
                markCounters(group.members());
            }
        }
    }

    private int marksOf(FixField field) {
        int set = KNOWN;
        if (field.type() == FixType.DATA) {
            set |= DATA;
        }
        if (field.type() == FixType.GROUP_COUNT) {
            set |= COUNTER;
        }
        if (header.has(field.tag())) {
            set |= HEADER;
        }
        if (trailer.has(field.tag())) {
            set |= TRAILER;
        }
        return set;
    }

    private int hash(byte[] bytes, int start, int end) {
        int hash = 0;
        for (int i = start; i < end; i++) {
            hash = hash * 31 + bytes[i];
        }
        return (hash ^ (hash >>> 5)) & (byHash.length - 1);
    }
}
