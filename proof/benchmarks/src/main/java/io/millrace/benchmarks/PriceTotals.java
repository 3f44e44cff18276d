package io.millrace.benchmarks;

/** Sums over {@code TopOfBookPrice} messages in order, to compare written messages with those read back. */
final class PriceTotals {
    private long count;
    private long hash;

    void add(long timestampNs, double buyPrice, double buyQuantity, double sellPrice, double sellQuantity) {
        count++;
        hash = mix(hash, timestampNs);
        hash = mix(hash, Double.doubleToLongBits(buyPrice));
        hash = mix(hash, Double.doubleToLongBits(buyQuantity));
        hash = mix(hash, Double.doubleToLongBits(sellPrice));
        hash = mix(hash, Double.doubleToLongBits(sellQuantity));
    }

    long count() {
        return count;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PriceTotals totals && totals.count == count && totals.hash == hash;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(hash);
    }

    @Override
    public String toString() {
        return "count=" + count + " hash=" + hash;
    }

    private static long mix(long hash, long value) {
        return 31 * hash + value;
    }
}
