package io.millrace.load;

/**
 * Decimals around a mean, normally distributed, cut at a least and a greatest (Box and Muller's transform, which needs
 * exactly two random numbers a value).
 */
record NormalGenerator(double mean, double deviation, double least, double greatest) implements Generator {
    NormalGenerator {
        if (!Double.isFinite(mean) || !(deviation >= 0) || !(least <= greatest)) {
            throw new LoadException("not a normal distribution mean=" + mean + " deviation=" + deviation + " from="
                    + least + " to=" + greatest);
        }
    }

    @Override
    public ValueKind kind() {
        return ValueKind.DECIMAL;
    }

    @Override
    public long draw(Randomness random, long sequence) {
        double radius = Math.sqrt(-2 * Math.log(1 - random.fraction()));
        double value = mean + deviation * radius * Math.cos(2 * Math.PI * random.fraction());
        return Double.doubleToRawLongBits(Math.clamp(value, least, greatest));
    }

    @Override
    public void appendTo(StringBuilder out, long drawn) {
        out.append(Double.longBitsToDouble(drawn));
    }
}
