package io.millrace.wire;

/**
 * Encodes or decodes the messages of one stream with generated code; for classes that {@link DeltaGenerator} supports.
 *
 * @param <T> the class of the messages
 */
final class GeneratedDeltaCodec<T> implements DeltaEncoder<T>, DeltaDecoder<T> {
    private final Class<T> type;
    private final BinaryCodec<T> codec;
    private final BinaryDecoder<T> decoder;
    private final DeltaOptions options;
    private final DeltaFields keyOf;
    private final DeltaWriterSlots<Slot> keys;
    private final DeltaReaderSlots<Slot> numbers;

    /** The slot that was used last, since messages of one key often follow each other. */
    private Slot recent;

    private static final class Slot extends DeltaSlot {
        final DeltaFields fields;

        Slot(int number, DeltaFields fields) {
            super(number);
            this.fields = fields;
        }
    }

    GeneratedDeltaCodec(BinaryCodec<T> codec, DeltaOptions options, DeltaFields fields) {
        this.type = codec.type();
        this.codec = codec;
        this.decoder = codec.decoder();
        this.options = options;
        this.keyOf = fields;
        this.keys = new DeltaWriterSlots<>(options.maxKeys(), number -> new Slot(number, fields.another()));
        this.numbers = new DeltaReaderSlots<>(options.maxKeys(), number -> new Slot(number, fields.another()));
    }

    @Override
    public void write(BinaryOutput out, T message) {
        Slot slot = recent;
        if (slot == null || !slot.known || !slot.fields.sameKey(message)) {
            slot = slot(message);
        }
        if (slot.known && slot.since + 1 < options.keyFrameInterval()) {
            slot.beginChanges(out);
            slot.fields.writeChanges(out, message);
        } else {
            slot.beginKeyFrame(out);
            codec.write(out, message);
            slot.fields.keep(message);
        }
        slot.known = true;
        recent = slot;
    }

    private Slot slot(T message) {
        int hash = keyOf.keyHash(message);
        for (Slot slot = keys.first(hash); slot != null; slot = keys.after(slot)) {
            // The stored message is complete, including the key, even if the reader does not know it.
            if (slot.hash == hash && slot.fields.sameKey(message)) {
                return slot;
            }
        }
        return keys.bind(hash);
    }

    @Override
    public void restart() {
        keys.restart();
    }

    @Override
    public T read(BinaryInput in, T reuse) {
        long header = in.readUnsigned();
        Slot slot = numbers.take(header, in);
        T message;
        if (DeltaSlot.isKeyFrame(header)) {
            message = decoder.read(in, reuse);
            slot.fields.keep(message);
        } else {
            slot.fields.applyChanges(in);
            message = type.cast(slot.fields.current(reuse));
        }
        slot.known = true;
        return message;
    }

    @Override
    public boolean canRead(BinaryInput in) {
        int at = in.offset();
        boolean can = numbers.canRead(in.readUnsigned());
        in.rewind(at);
        return can;
    }
}
