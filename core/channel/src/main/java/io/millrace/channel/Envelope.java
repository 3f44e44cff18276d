package io.millrace.channel;

import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.WireException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * The part of a data frame before the arguments; this class owns the layout and is a reusable view of it. Numbers
 * are little endian, varints are those of the wire's binary form, offsets count from the start of the payload.
 *
 * <pre>
 *  0         8       9           11                                          arguments offset
 *  +---------+-------+-----------+-------------+---+------+-----+-----+-----+-----------+
 *  | written | flags | arguments | oldest in   | c | k    | n   | hop | ... | arguments |
 *  | 8 bytes | 1     | 2: offset | 8           | varint, varint, varint    |           |
 *  +---------+-------+-----------+-------------+---+------+-----+-----+-----+-----------+
 *                                 only with INPUT     only with INPUT
 *
 *  c       the number of the call's schema          k  number in its input's group, from 1
 *  n       hops, 1..64                              oldest in   time in of the oldest hop
 *  hop     source number varint | index varint, and for each but the newest:
 *          time out - time in, signed varint | time in of the next hop - time out, signed varint
 * </pre>
 *
 * A number is the position, divided by 8, of the metadata frame in the same segment that holds the schema or the
 * source. The newest hop's time out is the time written, so a message costs two clock readings in all. Time written
 * and flags have a fixed position since they are known only when the group is complete.
 */
final class Envelope {

    /** The call is the last of its group. */
    static final int LAST = 1;

    /** The call results from an input: {@code k} and the history are in the envelope. */
    static final int INPUT = 2;

    /** Hops older than the oldest here were left out. */
    static final int OLDER_LEFT_OUT = 4;

    /** Maximum length of an envelope. */
    static final int MAX_BYTES = 19 + 9 + 9 + 9 + History.MAX_HOPS * 4 * 9;

    static final int FLAGS_AT = 8;
    static final int ARGUMENTS_AT = 9;
    static final int OLDEST_IN_AT = 11;
    static final int PLAIN_NUMBERS_AT = 11;
    static final int INPUT_NUMBERS_AT = 19;
    private static final int KNOWN_FLAGS = LAST | INPUT | OLDER_LEFT_OUT;

    private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
    private static final ValueLayout.OfShort SHORT =
            ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private final BinaryInput numbers = new BinaryInput();
    private MemorySegment segment;
    private long offset;
    private int flags;
    private int argumentsOffset;
    private long callNumber;
    private long number;
    private int hops;
    private int hopsAt;

    Envelope() {}

    /** Finds the numbers of sources in the current segment; 0 for a source that is not known yet. */
    interface SourceNumbers {
        long number(Source source);
    }

    /** Writes the envelope of a call without input; the output is then at the position of the arguments. */
    static void write(BinaryOutput output, MemorySegment memory, long at, long limit, long callNumber) {
        output.wrap(memory, at + PLAIN_NUMBERS_AT, limit);
        output.writeUnsigned(callNumber);
        memory.set(BYTE, at + FLAGS_AT, (byte) LAST);
        memory.set(SHORT, at + ARGUMENTS_AT, (short) (output.position() - at));
    }

    /** Writes the envelope of the {@code k}th call of an input; the output is then at the position of the arguments. */
    static void write(
            BinaryOutput output,
            MemorySegment memory,
            long at,
            long limit,
            long callNumber,
            long k,
            Input input,
            SourceNumbers sources) {
        History history = input.history();
        int known = history.size();
        int first = known < History.MAX_HOPS ? 0 : known + 1 - History.MAX_HOPS;
        boolean leftOut = first > 0 || history.olderLeftOut();
        output.wrap(memory, at + INPUT_NUMBERS_AT, limit);
        output.writeUnsigned(callNumber);
        output.writeUnsigned(k);
        output.writeUnsigned(known + 1 - first);
        memory.set(BYTE, at + FLAGS_AT, (byte) (leftOut ? INPUT | OLDER_LEFT_OUT : INPUT));
        memory.set(LONG, at + OLDEST_IN_AT, known == 0 ? input.timeInNs() : history.timeInNs(first));
        for (int hop = first; hop < known; hop++) {
            output.writeUnsigned(sources.number(history.source(hop)));
            output.writeUnsigned(history.index(hop));
            long outNs = history.timeOutNs(hop);
            output.writeLong(outNs - history.timeInNs(hop));
            output.writeLong((hop + 1 < known ? history.timeInNs(hop + 1) : input.timeInNs()) - outNs);
        }
        output.writeUnsigned(sources.number(input.source()));
        output.writeUnsigned(input.index());
        memory.set(SHORT, at + ARGUMENTS_AT, (short) (output.position() - at));
    }

    /** Sets the time at which the call in the frame at {@code at} was written. */
    static void stamp(MemorySegment memory, long at, long timeNs) {
        memory.set(LONG, at, timeNs);
    }

    /** Marks the call in the frame at {@code at} as the last of its group. */
    static void markLast(MemorySegment memory, long at) {
        memory.set(BYTE, at + FLAGS_AT, (byte) (memory.get(BYTE, at + FLAGS_AT) | LAST));
    }

    /** Sets this view to the envelope of the payload at {@code at}; throws if it cannot be an envelope. */
    void wrap(MemorySegment memory, long at, int length) {
        if (length < PLAIN_NUMBERS_AT + 1) {
            throw new ChannelException(
                    "message is too short for a call length=" + length + " min=" + (PLAIN_NUMBERS_AT + 1));
        }
        segment = memory;
        offset = at;
        flags = memory.get(BYTE, at + FLAGS_AT) & 0xFF;
        argumentsOffset = memory.get(SHORT, at + ARGUMENTS_AT) & 0xFFFF;
        boolean hasInput = (flags & INPUT) != 0;
        int numbersAt = hasInput ? INPUT_NUMBERS_AT : PLAIN_NUMBERS_AT;
        if ((flags & ~KNOWN_FLAGS) != 0 || argumentsOffset <= numbersAt || argumentsOffset > length) {
            throw new ChannelException(
                    "invalid envelope flags=" + flags + " argumentsOffset=" + argumentsOffset + " length=" + length);
        }
        number = 0;
        hops = 0;
        try {
            numbers.wrap(memory, at + numbersAt, argumentsOffset - numbersAt);
            callNumber = numbers.readUnsigned();
            if (hasInput) {
                number = numbers.readUnsigned();
                hops = readHops();
                hopsAt = numbersAt + numbers.offset();
            }
        } catch (WireException e) {
            throw new ChannelException(
                    "invalid envelope flags=" + flags + " argumentsOffset=" + argumentsOffset + " reason="
                            + e.getMessage(),
                    e);
        }
    }

    private int readHops() {
        long count = numbers.readUnsigned();
        if (number < 1 || count < 1 || count > History.MAX_HOPS) {
            throw new ChannelException("invalid history k=" + number + " hops=" + count + " limit=" + History.MAX_HOPS);
        }
        return (int) count;
    }

    long timeNs() {
        return segment.get(LONG, offset);
    }

    long callNumber() {
        return callNumber;
    }

    /** Returns the number of the call in its input's group, from 1; 0 if it has no input. */
    long number() {
        return number;
    }

    boolean last() {
        return (flags & LAST) != 0;
    }

    int argumentsOffset() {
        return argumentsOffset;
    }

    /** Returns whether the call results from one input that itself has none. */
    boolean hasOneHop() {
        return hops == 1 && (flags & OLDER_LEFT_OUT) == 0;
    }

    /** Returns whether the call results from an input that itself results from one. */
    boolean hasTwoHops() {
        return hops == 2 && (flags & OLDER_LEFT_OUT) == 0;
    }

    /** Returns the number of the source of the only hop. */
    long onlySource() {
        return numbers.wrap(segment, offset + hopsAt, argumentsOffset - hopsAt).readUnsigned();
    }

    /** Returns the index of the input of the only hop. */
    long onlyIndex() {
        onlySource();
        return numbers.readUnsigned();
    }

    /** Finds the source of a number in the current segment. */
    interface Sources {
        Source source(long number);
    }

    /** Fills {@code history} from the envelope. */
    void history(History history, Sources sources) {
        history.clear();
        if (hops == 0) {
            return;
        }
        if ((flags & OLDER_LEFT_OUT) != 0) {
            history.markOlderLeftOut();
        }
        try {
            numbers.wrap(segment, offset + hopsAt, argumentsOffset - hopsAt);
            long inNs = segment.get(LONG, offset + OLDEST_IN_AT);
            for (int hop = 1; hop < hops; hop++) {
                Source source = sources.source(numbers.readUnsigned());
                long index = numbers.readUnsigned();
                long outNs = inNs + numbers.readLong();
                history.add(source, index, inNs, outNs);
                inNs = outNs + numbers.readLong();
            }
            history.add(sources.source(numbers.readUnsigned()), numbers.readUnsigned(), inNs, timeNs());
            numbers.expectEnd();
        } catch (WireException e) {
            throw new ChannelException("invalid history hops=" + hops + " reason=" + e.getMessage(), e);
        }
    }
}
