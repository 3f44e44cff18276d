package io.millrace.load;

/** Random UUIDs in their usual form (version 4). */
record UuidGenerator() implements Generator {
    private static final int DIGITS = 16;
    private static final long GOLDEN = 0x9e3779b97f4a7c15L;

    @Override
    public ValueKind kind() {
        return ValueKind.TEXT;
    }

    @Override
    public long draw(Randomness random, long sequence) {
        return random.next();
    }

    @Override
    public void appendTo(StringBuilder out, long drawn) {
        long high = (drawn & ~0xf000L) | 0x4000L;
        long second = (drawn ^ GOLDEN) * 0xbf58476d1ce4e5b9L;
        long low = ((second ^ (second >>> 31)) & ~(0xc0L << 56)) | (0x80L << 56);
        digits(out, high, 60, 32);
        digits(out.append('-'), high, 28, 16);
        digits(out.append('-'), high, 12, 0);
        digits(out.append('-'), low, 60, 48);
        digits(out.append('-'), low, 44, 0);
    }

    private static void digits(StringBuilder out, long bits, int from, int to) {
        for (int shift = from; shift >= to; shift -= 4) {
            out.append(Character.forDigit((int) (bits >>> shift) & 0xf, DIGITS));
        }
    }
}
