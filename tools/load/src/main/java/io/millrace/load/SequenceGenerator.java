package io.millrace.load;

/** One number after the other by the number of the operation, from the first to the last and round again. */
record SequenceGenerator(long from, long to) implements Generator {
    SequenceGenerator {
        if (from > to || to - from < 0 || to - from == Long.MAX_VALUE) {
            throw new LoadException("not a range from=" + from + " to=" + to);
        }
    }

    @Override
    public ValueKind kind() {
        return ValueKind.INTEGER;
    }

    @Override
    public long draw(Randomness random, long sequence) {
        return from + sequence % (to - from + 1);
    }

    @Override
    public void appendTo(StringBuilder out, long drawn) {
        out.append(drawn);
    }
}
