package io.millrace.benchmarks;

import io.millrace.fix.FixTime;
import io.millrace.fix.FixWriter;
import io.millrace.harness.BatchTimes;
import io.millrace.harness.BenchmarkException;
import io.millrace.harness.Effort;
import io.millrace.harness.Figures;
import io.millrace.harness.Workload;
import java.io.ByteArrayOutputStream;
import java.nio.file.Path;

/**
 * The steps of the FIX suite, the same for every side: a buffer of orders, each a little different from the one before,
 * is decoded again and again. The sum over what was read is compared with what was written.
 */
abstract class FixWorkload implements Workload {

    private static final int BATCH = 256;
    private static final long QUICK_MS = 500;
    private static final long START_NS = 1_772_438_400_000_000_000L;
    private static final int PRICE = 12_500;

    /** Takes the messages, one after another; the bytes do not change. */
    abstract void open(byte[] messages);

    /**
     * Decodes all messages and returns the sum of quantities, prices times 10,000, sides, numbers and symbol lengths.
     */
    abstract long decode();

    @Override
    public final void run(Effort effort, Path directory, Figures figures) {
        ByteArrayOutputStream messages = new ByteArrayOutputStream();
        long expected = 0;
        FixWriter order = new FixWriter();
        for (int i = 0; i < BATCH; i++) {
            write(order, i);
            messages.write(order.bytes(), order.offset(), order.length());
            expected += 100 + i + (PRICE + i) + ('1' + (i & 1)) + (i + 1) + "EURUSD".length();
        }
        open(messages.toByteArray());
        long actual = decode();
        if (actual != expected) {
            throw new BenchmarkException(
                    "the messages read differ from the written ones expected=" + expected + " actual=" + actual);
        }
        BatchTimes times = new BatchTimes(BATCH, effort, QUICK_MS);
        long[] sum = new long[1];
        Runnable batch = () -> sum[0] += decode();
        times.warmUp(batch);
        figures.report(FixSuite.DECODE, times.nanoseconds(batch));
        figures.report(FixSuite.ALLOCATED, times.allocated(batch));
        if (sum[0] % expected != 0) {
            throw new BenchmarkException("a later batch was read differently sum=" + sum[0] + " expected=" + expected);
        }
    }

    /** Writes an order of the nine body fields that the engines' benchmarks have, and the header. */
    private static void write(FixWriter order, int i) {
        order.start("D").put(34, i + 1).put(49, "BUYSIDE");
        order.putTimestamp(52, START_NS + i, FixTime.Precision.MILLISECONDS)
                .put(56, "VENUE")
                .body();
        order.put(11, 1_000_000 + i).put(21, '1').put(38, 100 + i).put(40, '2').putDecimal(44, PRICE + i, 4);
        order.put(54, (char) ('1' + (i & 1))).put(55, "EURUSD").put(59, '0');
        order.putTimestamp(60, START_NS + i, FixTime.Precision.MILLISECONDS).finish("FIX.4.4");
    }
}
