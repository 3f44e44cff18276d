package io.millrace.wire;

import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * Converts messages from BINARY to DELTA and back by the schema alone. It keeps the last message of each key in BINARY
 * and compares the bytes of its fields with those of the next message. {@code docs/format/delta.md} describes the
 * format.
 */
final class DeltaTranscoder implements Transcoder {
    private static final int FIRST_BYTES = 256;

    private final Schema schema;
    private final DeltaOptions options;
    private final List<String> keyFields;
    private final DeltaChanges changes;
    private final DeltaWriterSlots<DeltaBytesSlot> keys;
    private final DeltaReaderSlots<DeltaBytesSlot> numbers;
    private final BinaryOutput key;

    /** The type of the current message and the offset of its first field; null if the value is not a message. */
    private MessageType type;

    private int fieldsOffset;

    /**
     * Creates a transcoder for the messages of one stream in each direction.
     *
     * @param schema the schema of the messages
     * @param keyFields the fields of the key, by name or by a path with dots; used only for writing
     * @param options how many keys are stored, and how often there are key frames
     * @param limits the limits of messages
     */
    DeltaTranscoder(Schema schema, List<String> keyFields, DeltaOptions options, WireLimits limits) {
        this.schema = schema;
        this.keyFields = List.copyOf(keyFields);
        this.options = options;
        this.changes = new DeltaChanges(schema.types());
        this.keys = new DeltaWriterSlots<>(options.maxKeys(), number -> new DeltaBytesSlot(number, limits));
        this.numbers = new DeltaReaderSlots<>(options.maxKeys(), number -> new DeltaBytesSlot(number, limits));
        this.key = BinaryOutput.allocate(FIRST_BYTES, limits);
    }

    @Override
    public void fromBinary(BinaryInput in, BinaryOutput out) {
        int start = in.offset();
        ValueSkipper.skipRoot(in, schema);
        int end = in.offset();
        in.rewind(start);
        head(in);
        DeltaBytesSlot slot = slot(in);
        in.rewind(start);
        long message = in.take(end - start);
        if (!slot.known || type == null || slot.since + 1 >= options.keyFrameInterval()) {
            slot.beginKeyFrame(out);
            in.rewind(start);
            DeltaChanges.copy(in, out, end - start);
        } else {
            slot.beginChanges(out);
            BinaryInput was = slot.message();
            was.rewind(slot.fieldsOffset);
            in.rewind(fieldsOffset);
            changes.writeMessage(type, was, in, out);
        }
        in.rewind(end);
        slot.keep(in.segment(), message, end - start);
        slot.type = type;
        slot.fieldsOffset = fieldsOffset - start;
        slot.known = true;
    }

    @Override
    public void toBinary(BinaryInput in, BinaryOutput out) {
        read(in, out);
        in.expectEnd();
    }

    /** Reads like {@link #toBinary}, but the input may contain more after the message. */
    void read(BinaryInput in, BinaryOutput out) {
        long header = in.readUnsigned();
        DeltaBytesSlot slot = numbers.take(header, in);
        int start = out.length();
        if (DeltaSlot.isKeyFrame(header)) {
            int from = in.offset();
            head(in);
            slot.type = type;
            slot.fieldsOffset = fieldsOffset - from;
            in.rewind(from);
            ValueSkipper.skipRoot(in, schema);
            int length = in.offset() - from;
            in.rewind(from);
            DeltaChanges.copy(in, out, length);
        } else {
            if (slot.type == null) {
                throw new WireFormatException("a value that is not a message must be complete number=" + slot.number
                        + " offset=" + in.offset());
            }
            BinaryInput was = slot.message();
            DeltaChanges.copy(was, out, slot.fieldsOffset);
            changes.read(slot.type, was, in, out);
        }
        slot.keep(out.segment(), out.start() + start, out.length() - start);
        slot.known = true;
    }

    /**
     * Returns whether the message that begins here can be read: it is a key frame, or the previous message is known.
     */
    boolean canRead(BinaryInput in) {
        int at = in.offset();
        boolean can = numbers.canRead(in.readUnsigned());
        in.rewind(at);
        return can;
    }

    void restart() {
        keys.restart();
    }

    /** Determines the type of the message that begins here and the offset of its first field. */
    private void head(BinaryInput in) {
        type = null;
        if (schema.root() instanceof Reference root) {
            switch (schema.type(root)) {
                case MessageType message -> type = message;
                case UnionType union -> {
                    int number = in.readNumber(union.members().size(), union.name());
                    if (number >= 0
                            && union.members().get(number) instanceof Reference member
                            && schema.type(member) instanceof MessageType message) {
                        type = message;
                    }
                }
                case EnumType _ -> {}
            }
        }
        fieldsOffset = in.offset();
    }

    private DeltaBytesSlot slot(BinaryInput in) {
        key.reset();
        if (type != null) {
            key.writeString(type.name());
            if (!keyFields.isEmpty()) {
                in.rewind(fieldsOffset);
                writeKey(in, type, "");
            }
        }
        MemorySegment bytes = key.segment();
        int length = key.length();
        int hash = 0;
        for (int i = 0; i < length; i++) {
            hash = 31 * hash + MemoryAccess.getByte(bytes, i);
        }
        for (DeltaBytesSlot slot = keys.first(hash); slot != null; slot = keys.after(slot)) {
            if (slot.hash == hash && slot.hasKey(bytes, length)) {
                return slot;
            }
        }
        DeltaBytesSlot slot = keys.bind(hash);
        slot.key(key.toByteArray());
        return slot;
    }

    private void writeKey(BinaryInput in, MessageType message, String prefix) {
        in.enter();
        for (Field field : message.fields()) {
            String path = prefix + field.name();
            MessageType inner = leadsToKey(path) ? messageOf(field.type()) : null;
            if (inner != null) {
                boolean isPresent = in.readPresence();
                key.writeBoolean(isPresent);
                if (isPresent) {
                    writeKey(in, inner, path + '.');
                }
                continue;
            }
            int from = in.offset();
            ValueSkipper.skip(in, field.type(), schema.types());
            if (keyFields.contains(path)) {
                int length = in.offset() - from;
                in.rewind(from);
                DeltaChanges.copy(in, key, length);
            }
        }
        in.leave();
    }

    private boolean leadsToKey(String path) {
        for (String field : keyFields) {
            if (field.length() > path.length() && field.charAt(path.length()) == '.' && field.startsWith(path)) {
                return true;
            }
        }
        return false;
    }

    /** Returns the message type that a type is a reference to, or null. */
    private MessageType messageOf(WireType field) {
        return field instanceof Reference reference && schema.type(reference) instanceof MessageType message
                ? message
                : null;
    }
}
