package io.millrace.channel;

import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import java.util.Arrays;
import java.util.Objects;

/**
 * The inputs taken that had no output, in the order in which they were taken, as runs of consecutive inputs of one
 * source. Reused; not safe for use by several threads.
 */
public final class ConsumedRuns {

    /** Maximum number of runs of one record. */
    public static final int MAX_RUNS = 1 << 16;

    private Source[] sources = new Source[16];
    private long[] froms = new long[16];
    private long[] tos = new long[16];
    private int size;

    ConsumedRuns() {}

    /** Returns how many runs there are. */
    public int size() {
        return size;
    }

    /** Returns the source of run {@code run}. */
    public Source source(int run) {
        return sources[Objects.checkIndex(run, size)];
    }

    /** Returns the index of the first input of run {@code run}. */
    public long from(int run) {
        return froms[Objects.checkIndex(run, size)];
    }

    /** Returns the index of the last input of run {@code run}. */
    public long to(int run) {
        return tos[Objects.checkIndex(run, size)];
    }

    void clear() {
        size = 0;
    }

    void add(Source source, long index) {
        if (size > 0 && sources[size - 1].equals(source)) {
            tos[size - 1] = index;
        } else {
            add(source, index, index);
        }
    }

    private void add(Source source, long from, long to) {
        if (size == sources.length) {
            int capacity = size * 2;
            sources = Arrays.copyOf(sources, capacity);
            froms = Arrays.copyOf(froms, capacity);
            tos = Arrays.copyOf(tos, capacity);
        }
        sources[size] = source;
        froms[size] = from;
        tos[size] = to;
        size++;
    }

    void write(BinaryOutput output, Envelope.SourceNumbers numbers) {
        output.writeUnsigned(size);
        for (int run = 0; run < size; run++) {
            output.writeUnsigned(numbers.number(sources[run]));
            output.writeUnsigned(froms[run]);
            output.writeUnsigned(tos[run] - froms[run]);
        }
    }

    void read(BinaryInput input, Envelope.Sources known) {
        clear();
        long count = input.readUnsigned();
        if (count < 1 || count > MAX_RUNS) {
            throw new ChannelException(
                    "invalid number of runs in record of consumed inputs runs=" + count + " limit=" + MAX_RUNS);
        }
        for (long run = 0; run < count; run++) {
            Source source = known.source(input.readUnsigned());
            long from = input.readUnsigned();
            add(source, from, from + input.readUnsigned());
        }
        input.expectEnd();
    }
}
