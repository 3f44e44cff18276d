package io.millrace.load;

/** Decimals from a number to below another one, evenly. */
record DecimalGenerator(double from, double to) implements Generator {
    DecimalGenerator {
        if (!(from < to) || !Double.isFinite(to - from)) {
            throw new LoadException("not a range from=" + from + " to=" + to);
        }
    }

    @Override
    public ValueKind kind() {
        return ValueKind.DECIMAL;
    }

    @Override
    public long draw(Randomness random, long sequence) {
        return Double.doubleToRawLongBits(from + random.fraction() * (to - from));
    }

    @Override
    public void appendTo(StringBuilder out, long drawn) {
        out.append(Double.longBitsToDouble(drawn));
    }
}
