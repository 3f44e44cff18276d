package io.millrace.wire;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;

/**
 * Encodes and applies the changes between two messages of one type, both in BINARY, by their schema alone. The encoding
 * is the set of the changed fields, then the change of each. A set is a varint whose bit i stands for field i. If a
 * message has more than {@value #GROUP} fields, each {@value #GROUP} fields form a group, and a set of the changed
 * groups comes first.
 */
final class DeltaChanges {
    /** How many fields form a group; so many bits take a varint of at most eight bytes. */
    static final int GROUP = 56;

    private final List<NamedType> types;

    /** The offsets of the fields in both messages, for each message that is being compared; the innermost is last. */
    private int[] starts = new int[64];

    private int top;

    /** The sets of changed fields, one number for each group, for each message that is being compared. */
    private long[] sets = new long[16];

    private int topSet;

    DeltaChanges(List<NamedType> types) {
        this.types = types;
    }

    /** Returns how many groups the fields of a message form; 1 if there is no set of groups. */
    static int groups(String type, int fields) {
        if (fields > GROUP * GROUP) {
            throw new WireTypeException("a message has too many fields for DELTA type=" + type + " fields=" + fields
                    + " most=" + GROUP * GROUP);
        }
        return Math.max(1, (fields + GROUP - 1) / GROUP);
    }

    /** Copies so many bytes. */
    static void copy(BinaryInput in, BinaryOutput out, int bytes) {
        long from = in.take(bytes);
        long to = out.take(bytes); // this may give the output another segment
        MemoryAccess.copy(in.segment(), from, out.segment(), to, bytes);
    }

    /**
     * Writes the changes between the fields of two messages. Both inputs are at the first field, and afterwards at the
     * end.
     */
    void writeMessage(MessageType type, BinaryInput was, BinaryInput now, BinaryOutput out) {
        top = 0; // an earlier message may have ended in an exception
        topSet = 0;
        write(type, was, now, out);
    }

    private void write(MessageType type, BinaryInput was, BinaryInput now, BinaryOutput out) {
        int fields = type.fields().size();
        int groups = groups(type.name(), fields);
        int base = top;
        top += 2 * fields + groups;
        if (top > starts.length) {
            starts = Arrays.copyOf(starts, Math.max(top, 2 * starts.length));
        }
        int set = topSet;
        topSet += groups;
        if (topSet > sets.length) {
            sets = Arrays.copyOf(sets, Math.max(topSet, 2 * sets.length));
        }
        Arrays.fill(sets, set, topSet, 0);
        compare(type, was, now, base, set);
        int wasEnd = was.offset();
        int nowEnd = now.offset();
        if (groups > 1) {
            out.writeUnsigned(changedGroups(set, groups));
        }
        for (int group = 0; group < groups; group++) {
            if (groups > 1 && sets[set + group] == 0) {
                continue;
            }
            out.writeUnsigned(sets[set + group]);
            for (long left = sets[set + group]; left != 0; left &= left - 1) {
                int i = group * GROUP + Long.numberOfTrailingZeros(left);
                was.rewind(starts[base + 2 * i]);
                now.rewind(starts[base + 2 * i + 1]);
                change(type.fields().get(i).type(), was, now, out);
            }
        }
        was.rewind(wasEnd);
        now.rewind(nowEnd);
        top = base;
        topSet = set;
    }

    private long changedGroups(int set, int groups) {
        long changed = 0;
        for (int i = 0; i < groups; i++) {
            changed |= sets[set + i] == 0 ? 0 : 1L << i;
        }
        return changed;
    }

    private void compare(MessageType type, BinaryInput was, BinaryInput now, int base, int set) {
        for (int i = 0; i < type.fields().size(); i++) {
            int wasStart = was.offset();
            int nowStart = now.offset();
            starts[base + 2 * i] = wasStart;
            starts[base + 2 * i + 1] = nowStart;
            WireType field = type.fields().get(i).type();
            ValueSkipper.skip(was, field, types);
            ValueSkipper.skip(now, field, types);
            int length = was.offset() - wasStart;
            was.rewind(wasStart);
            long wasAt = was.take(length);
            int nowLength = now.offset() - nowStart;
            now.rewind(nowStart);
            long nowAt = now.take(nowLength);
            boolean same = length == nowLength
                    && MemorySegment.mismatch(
                                    was.segment(), wasAt, wasAt + length, now.segment(), nowAt, nowAt + length)
                            < 0;
            sets[set + i / GROUP] |= same ? 0 : 1L << i % GROUP;
        }
    }

    /** Writes the change from one value to another. */
    private void change(WireType type, BinaryInput was, BinaryInput now, BinaryOutput out) {
        switch (type) {
            case Scalar scalar -> changeScalar(scalar, was, now, out);
            case Reference reference
            when types.get(reference.number()) instanceof MessageType message -> {
                boolean present = now.readPresence();
                out.writeBoolean(present);
                if (present && was.readPresence()) {
                    write(message, was, now, out);
                } else if (present) {
                    copyFields(message, now, out);
                }
            }
            case Reference reference
            when types.get(reference.number()) instanceof UnionType union -> {
                int number = now.readNumber(union.members().size(), union.name());
                out.writeUnsigned(number + 1L);
                MessageType member = member(union, number);
                int before = was.readNumber(union.members().size(), union.name());
                if (member != null && before == number) {
                    write(member, was, now, out);
                } else if (number >= 0) {
                    copyMember(union, number, now, out);
                }
            }
            default -> copyValue(type, now, out);
        }
    }

    private static void changeScalar(Scalar scalar, BinaryInput was, BinaryInput now, BinaryOutput out) {
        ScalarKind kind = scalar.kind();
        boolean had = true;
        if (scalar.hasPresenceByte()) {
            boolean present = now.readPresence();
            out.writeBoolean(present);
            if (!present) {
                return;
            }
            had = was.readPresence();
        }
        switch (kind) {
            case BOOLEAN -> {
                if (!had) {
                    out.writeBoolean(now.readBoolean());
                }
            }
            case BYTE, SHORT, CHAR, INT, LONG ->
                DeltaValues.writeLong(out, had ? integral(was, kind) : 0, integral(now, kind));
            case FLOAT -> DeltaValues.writeFloat(out, had ? was.readFloat() : 0, now.readFloat());
            case DOUBLE -> DeltaValues.writeDouble(out, had ? was.readDouble() : 0, now.readDouble());
            case INSTANT -> {
                long wasSecond = had ? was.readLong() : 0;
                long wasNano = had ? was.readUnsigned() : 0;
                long second = now.readLong();
                DeltaValues.writeInstant(out, wasSecond, wasNano, second, now.readUnsigned());
            }
            default -> copyPresent(kind, now, out);
        }
    }

    /** Copies a value without a presence byte. */
    private static void copyPresent(ScalarKind kind, BinaryInput in, BinaryOutput out) {
        int from = in.offset();
        ValueSkipper.skipPresent(in, kind);
        int length = in.offset() - from;
        in.rewind(from);
        copy(in, out, length);
    }

    private static long integral(BinaryInput in, ScalarKind kind) {
        return switch (kind) {
            case BYTE -> in.readByte();
            case SHORT -> in.readShort();
            case CHAR -> in.readChar();
            case INT -> in.readInt();
            default -> in.readLong();
        };
    }

    private static void integral(BinaryOutput out, ScalarKind kind, long value) {
        switch (kind) {
            case BYTE -> out.writeByte((byte) value);
            case CHAR -> out.writeChar((char) value);
            default -> out.writeLong(value);
        }
    }

    /** Returns the type of a member of a union type if it is a message, else null. */
    private MessageType member(UnionType union, int number) {
        return number >= 0
                        && union.members().get(number) instanceof Reference reference
                        && types.get(reference.number()) instanceof MessageType message
                ? message
                : null;
    }

    private void copyMember(UnionType union, int number, BinaryInput in, BinaryOutput out) {
        MessageType message = member(union, number);
        if (message != null) {
            copyFields(message, in, out);
        } else {
            copyValue(union.members().get(number), in, out);
        }
    }

    private void copyFields(MessageType type, BinaryInput in, BinaryOutput out) {
        int from = in.offset();
        ValueSkipper.skipFields(in, type, types);
        int length = in.offset() - from;
        in.rewind(from);
        copy(in, out, length);
    }

    private void copyValue(WireType type, BinaryInput in, BinaryOutput out) {
        int from = in.offset();
        ValueSkipper.skip(in, type, types);
        int length = in.offset() - from;
        in.rewind(from);
        copy(in, out, length);
    }

    /** Reads the changes of a message and writes its new fields in BINARY. */
    void read(MessageType type, BinaryInput was, BinaryInput in, BinaryOutput out) {
        int fields = type.fields().size();
        int groups = groups(type.name(), fields);
        in.enter();
        long changedGroups = groups > 1 ? DeltaValues.readSet(in, groups) : 1;
        for (int group = 0; group < groups; group++) {
            int first = group * GROUP;
            int count = Math.min(GROUP, fields - first);
            long set = (changedGroups >>> group & 1) == 0 ? 0 : DeltaValues.readSet(in, count);
            for (int i = 0; i < count; i++) {
                WireType field = type.fields().get(first + i).type();
                if ((set >>> i & 1) == 0) {
                    copyValue(field, was, out);
                } else {
                    int from = was.offset();
                    ValueSkipper.skip(was, field, types);
                    int to = was.offset();
                    was.rewind(from);
                    merge(field, was, in, out);
                    was.rewind(to);
                }
            }
        }
        in.leave();
    }

    private void merge(WireType type, BinaryInput was, BinaryInput in, BinaryOutput out) {
        switch (type) {
            case Scalar scalar -> mergeScalar(scalar, was, in, out);
            case Reference reference
            when types.get(reference.number()) instanceof MessageType message -> {
                boolean present = in.readPresence();
                out.writeBoolean(present);
                if (present && was.readPresence()) {
                    read(message, was, in, out);
                } else if (present) {
                    copyFields(message, in, out);
                }
            }
            case Reference reference
            when types.get(reference.number()) instanceof UnionType union -> {
                int number = in.readNumber(union.members().size(), union.name());
                out.writeUnsigned(number + 1L);
                MessageType member = member(union, number);
                int before = was.readNumber(union.members().size(), union.name());
                if (member != null && before == number) {
                    read(member, was, in, out);
                } else if (number >= 0) {
                    copyMember(union, number, in, out);
                }
            }
            default -> copyValue(type, in, out);
        }
    }

    private static void mergeScalar(Scalar scalar, BinaryInput was, BinaryInput in, BinaryOutput out) {
        ScalarKind kind = scalar.kind();
        boolean had = true;
        if (scalar.hasPresenceByte()) {
            boolean present = in.readPresence();
            out.writeBoolean(present);
            if (!present) {
                return;
            }
            had = was.readPresence();
        }
        switch (kind) {
            case BOOLEAN -> out.writeBoolean(had ? !was.readBoolean() : in.readBoolean());
            case BYTE, SHORT, CHAR, INT, LONG ->
                integral(out, kind, DeltaValues.readIntegral(in, kind, had ? integral(was, kind) : 0));
            case FLOAT -> out.writeFloat(DeltaValues.readFloat(in, had ? was.readFloat() : 0));
            case DOUBLE -> out.writeDouble(DeltaValues.readDouble(in, had ? was.readDouble() : 0));
            case INSTANT ->
                out.writeInstant(DeltaValues.readInstant(in, had ? was.readInstant() : java.time.Instant.EPOCH));
            default -> copyPresent(kind, in, out);
        }
    }
}
