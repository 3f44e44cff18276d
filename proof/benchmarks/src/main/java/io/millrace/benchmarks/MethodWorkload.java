package io.millrace.benchmarks;

import io.millrace.harness.BenchmarkException;
import io.millrace.harness.Effort;
import io.millrace.harness.Figures;
import io.millrace.harness.Turn;
import io.millrace.harness.WorkDirectory;
import io.millrace.harness.Workload;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * The steps of the method suite, the same for every side. One thread writes a {@code SidedPrice} as a method call into
 * a queue and reads it back. The called component combines it with the other side's price, and writes a {@code
 * TopOfBookPrice} as a method call into a second queue. The time of the whole is recorded for each message, one message
 * at a time: it is a service time, without waiting. The queues stay open from round to round. Afterwards the second
 * queue is read back and compared with its expected content.
 */
abstract class MethodWorkload implements Workload {
    static final String P50 = "write-read-combine-write p50";
    static final String P99 = "write-read-combine-write p99";

    private static final String[] SYMBOLS = {
        "EURUSD", "GBPUSD", "USDJPY", "AUDUSD", "USDCHF", "EURGBP", "NZDUSD", "USDCAD"
    };
    private static final double BASE_PRICE = 1.25;
    private static final double TICK = 0.0001;
    private static final int PRICES = 1_000;
    private static final int QUANTITIES = 900;

    private static final int WARM_UP = -1;
    private static final int ROUNDS = 10;

    /** The first calls of a round, after a wait, find cold caches: one in this number of the calls that count. */
    private static final int LEAD_IN_SHARE = 20;

    /** Two queues with the component between them, used by one thread. */
    interface Pipeline extends AutoCloseable {
        /** Writes a call to the first queue. */
        void sidedPrice(String symbol, long timestampNs, BuySell side, double price, double quantity);

        /** Reads one call and passes it to the component; returns whether there was one. */
        boolean poll();

        /** Reads all results from the second queue. */
        PriceTotals readBack();

        @Override
        void close();
    }

    /** Opens new queues in an empty directory. */
    abstract Pipeline open(Path directory);

    @Override
    public final void run(Effort effort, Path directory, Figures figures) throws Exception {
        List<Double> medians = new ArrayList<>();
        List<Double> tails = new ArrayList<>();
        PriceTotals expected = new PriceTotals();
        try (WorkDirectory fresh = WorkDirectory.create(directory);
                Pipeline pipeline = open(fresh.path())) {
            BothSides books = new BothSides(SYMBOLS.length);
            int calls = effort.measuredCalls() / rounds(effort);
            int n = 0;
            for (int round = WARM_UP; round < rounds(effort); round++) {
                Turn.next();
                Histogram times = new Histogram(3);
                int begin = n + (round == WARM_UP ? effort.warmUpCalls() : calls / LEAD_IN_SHARE);
                for (int end = begin + calls; n < end; n++) {
                    if (n == begin) {
                        times.reset();
                    }
                    call(pipeline, n, books, expected, times);
                }
                if (round != WARM_UP) {
                    medians.add((double) times.getValueAtPercentile(50));
                    tails.add((double) times.getValueAtPercentile(99));
                }
            }
            PriceTotals actual = pipeline.readBack();
            if (!actual.equals(expected)) {
                throw new BenchmarkException(
                        "the messages read differ from the expected ones expected=" + expected + " actual=" + actual);
            }
        }
        figures.report(P50, medians);
        figures.report(P99, tails);
    }

    private static int rounds(Effort effort) {
        return effort == Effort.SMOKE ? 1 : ROUNDS;
    }

    private static void call(Pipeline pipeline, int n, BothSides books, PriceTotals expected, Histogram times) {
        int symbol = n % SYMBOLS.length;
        BuySell side = n / SYMBOLS.length % 2 == 0 ? BuySell.BUY : BuySell.SELL;
        double price = BASE_PRICE + n % PRICES * TICK;
        double quantity = 100.0 + n % QUANTITIES;
        long startNs = System.nanoTime();
        pipeline.sidedPrice(SYMBOLS[symbol], startNs, side, price, quantity);
        boolean read = pipeline.poll();
        times.recordValue(System.nanoTime() - startNs);
        if (!read) {
            throw new BenchmarkException("the last written call could not be read n=" + n);
        }
        books.set(symbol, side, price, quantity);
        books.addTo(expected, symbol, startNs);
    }

    /** The same combination with plain arrays, which gives the expected content of the second queue. */
    private static final class BothSides {
        private final double[][] values;

        BothSides(int symbols) {
            this.values = new double[symbols][4];
        }

        void set(int symbol, BuySell side, double price, double quantity) {
            int first = side == BuySell.BUY ? 0 : 2;
            values[symbol][first] = price;
            values[symbol][first + 1] = quantity;
        }

        void addTo(PriceTotals totals, int symbol, long timestampNs) {
            double[] one = values[symbol];
            totals.add(timestampNs, one[0], one[1], one[2], one[3]);
        }
    }
}
