package io.millrace.channel;

import io.millrace.text.BinaryListing.Line;
import io.millrace.wire.BinaryInput;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.function.Consumer;

/** Lists the meaning of each byte of an envelope; {@link Envelope} draws the layout and has checked it. */
final class EnvelopeListing {
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private final Consumer<Line> to;
    private final BinaryInput numbers = new BinaryInput();
    private int start;

    private EnvelopeListing(Consumer<Line> to) {
        this.to = to;
    }

    /**
     * Lists the envelope of a payload.
     *
     * @param memory the memory of the payload
     * @param at where it begins
     * @param envelope the view of it
     * @param sources names the sources
     * @param to gets the lines
     */
    static void list(MemorySegment memory, long at, Envelope envelope, Envelope.Sources sources, Consumer<Line> to) {
        new EnvelopeListing(to).list(memory, at, envelope, sources);
    }

    private void list(MemorySegment memory, long at, Envelope envelope, Envelope.Sources sources) {
        to.accept(
                new Line(0, 8, "written", ChannelText.instant(envelope.timeNs()).toString()));
        int flags = memory.get(ValueLayout.JAVA_BYTE, at + Envelope.FLAGS_AT);
        to.accept(new Line(Envelope.FLAGS_AT, 1, "flags", flags(flags)));
        to.accept(new Line(Envelope.ARGUMENTS_AT, 2, "arguments", "at " + envelope.argumentsOffset()));
        boolean input = (flags & Envelope.INPUT) != 0;
        if (input) {
            String time = ChannelText.instant(memory.get(LONG, at + Envelope.OLDEST_IN_AT))
                    .toString();
            to.accept(new Line(Envelope.OLDEST_IN_AT, 8, "oldest in", time));
        }
        start = input ? Envelope.INPUT_NUMBERS_AT : Envelope.PLAIN_NUMBERS_AT;
        numbers.wrap(memory, at + start, envelope.argumentsOffset() - start);
        unsigned("call", ", the record at " + 8 * envelope.callNumber());
        if (input) {
            unsigned("k", " of the calls that its input led to");
            hops((int) unsigned("hops", ""), sources);
        }
    }

    private void hops(int count, Envelope.Sources sources) {
        for (int hop = 0; hop < count; hop++) {
            String path = "hop[" + hop + "].";
            int from = numbers.offset();
            long number = numbers.readUnsigned();
            line(from, path + "source", sources.source(number).name() + ", the record at " + 8 * number);
            unsigned(path + "index", "");
            if (hop + 1 < count) {
                signed(path + "out - in");
                signed(path + "next in - out");
            }
        }
    }

    private long unsigned(String field, String more) {
        int from = numbers.offset();
        long value = numbers.readUnsigned();
        line(from, field, value + more);
        return value;
    }

    private void signed(String field) {
        int from = numbers.offset();
        line(from, field, numbers.readLong() + " ns");
    }

    private void line(int from, String field, String value) {
        to.accept(new Line(start + from, numbers.offset() - from, field, value));
    }

    private static String flags(int flags) {
        StringBuilder names = new StringBuilder();
        append(names, flags, Envelope.LAST, "LAST");
        append(names, flags, Envelope.INPUT, "INPUT");
        append(names, flags, Envelope.OLDER_LEFT_OUT, "OLDER_LEFT_OUT");
        return names.isEmpty() ? "none" : names.toString();
    }

    private static void append(StringBuilder names, int flags, int flag, String name) {
        if ((flags & flag) != 0) {
            names.append(names.isEmpty() ? "" : " ").append(name);
        }
    }
}
