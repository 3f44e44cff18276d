package io.millrace.wire;

import java.util.List;

/**
 * Converts messages from BINARY to RAW and back: the same values in the same order, each scalar with the other width.
 */
final class RawTranscoder implements Transcoder {
    private final Schema schema;
    private final long fingerprint;

    RawTranscoder(Schema schema) {
        this.schema = schema;
        this.fingerprint = schema.fingerprint();
    }

    /** Throws {@link WireFormatException} if a message was written under another schema. */
    static void requireFingerprint(BinaryInput in, long expected) {
        long actual = RawScalars.readLong(in);
        if (actual != expected) {
            throw mismatch(actual, expected);
        }
    }

    private static WireFormatException mismatch(long actual, long expected) {
        return new WireFormatException("a message was written under another schema, or is not RAW fingerprint="
                + Long.toHexString(actual) + " expected=" + Long.toHexString(expected) + " offset=0");
    }

    @Override
    public void fromBinary(BinaryInput in, BinaryOutput out) {
        RawScalars.writeLong(out, fingerprint);
        new Copy(schema.types(), NumberWidth.VARIABLE, NumberWidth.FIXED, in, out).root(schema.root());
    }

    @Override
    public void toBinary(BinaryInput in, BinaryOutput out) {
        requireFingerprint(in, fingerprint);
        new Copy(schema.types(), NumberWidth.FIXED, NumberWidth.VARIABLE, in, out).root(schema.root());
        in.expectEnd();
    }

    private record Copy(List<NamedType> types, NumberWidth from, NumberWidth to, BinaryInput in, BinaryOutput out) {
        void root(WireType type) {
            if (type instanceof Reference reference && types.get(reference.number()) instanceof MessageType message) {
                fields(message);
            } else {
                value(type);
            }
        }

        void value(WireType type) {
            switch (type) {
                case Scalar scalar -> scalar(scalar);
                case Reference reference -> named(types.get(reference.number()));
                case ListType list -> elements(list.element());
                case SetType set -> elements(set.element());
                case ArrayType array -> elements(array.element());
                case MapType map -> {
                    int count = count();
                    for (int i = 0; i < count; i++) {
                        value(map.key());
                        value(map.value());
                    }
                }
            }
        }

        private int count() {
            int count = in.readCount();
            if (count < 0) {
                out.writeNull();
            } else {
                out.writeCount(count);
            }
            return count;
        }

        private void elements(WireType element) {
            int count = count();
            for (int i = 0; i < count; i++) {
                value(element);
            }
        }

        private void scalar(Scalar scalar) {
            if (scalar.hasPresenceByte()) {
                boolean present = in.readPresence();
                out.writeBoolean(present);
                if (!present) {
                    return;
                }
            }
            Object value = from.read(in, scalar.kind(), null);
            if (value == null && !scalar.isNullable()) {
                throw new WireFormatException(
                        "a required value is null kind=" + scalar.kind() + " offset=" + in.offset());
            }
            to.write(out, scalar.kind(), value);
        }

        private void named(NamedType named) {
            switch (named) {
                case EnumType type ->
                    out.writeUnsigned(in.readNumber(type.constants().size(), type.name()) + 1L);
                case MessageType type -> {
                    boolean present = in.readPresence();
                    out.writeBoolean(present);
                    if (present) {
                        nested(type);
                    }
                }
                case UnionType type -> {
                    int number = in.readNumber(type.members().size(), type.name());
                    out.writeUnsigned(number + 1L);
                    if (number >= 0) {
                        member(type.members().get(number));
                    }
                }
            }
        }

        private void member(WireType member) {
            if (member instanceof Reference reference && types.get(reference.number()) instanceof MessageType message) {
                nested(message);
            } else {
                value(member);
            }
        }

        private void nested(MessageType type) {
            in.enter();
            fields(type);
            in.leave();
        }

        private void fields(MessageType type) {
            for (Field field : type.fields()) {
                value(field.type());
            }
        }
    }
}
