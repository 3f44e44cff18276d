package io.millrace.load;

/** Whole numbers of a range, all equally often. */
record UniformGenerator(long from, long to) implements Generator {
    UniformGenerator {
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
        return from + random.below(to - from + 1);
    }

    @Override
    public void appendTo(StringBuilder out, long drawn) {
        out.append(drawn);
    }
}
