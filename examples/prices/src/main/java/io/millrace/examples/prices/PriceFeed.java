package io.millrace.examples.prices;

import io.millrace.service.ExternalSource;
import io.millrace.service.Progress;
import io.millrace.service.SourceContext;
import java.util.List;
import java.util.SplittableRandom;

/** Random walks of three symbols. Price number n is the same in every run. */
public final class PriceFeed implements ExternalSource {
    private static final List<String> SYMBOLS = List.of("EURUSD", "GBPUSD", "USDJPY");
    private static final double TICK = 0.0001;

    private final Prices out;
    private final double[] middle = {1.08, 1.27, 151.2};
    private final SplittableRandom random = new SplittableRandom(1);
    private long next;

    /** Takes the output. */
    public PriceFeed(Prices out) {
        this.out = out;
    }

    @Override
    public void open(long resumeAfter) {
        while (next <= resumeAfter) {
            step();
        }
    }

    private int step() {
        int symbol = (int) (next++ % SYMBOLS.size());
        middle[symbol] *= 1 + TICK * (random.nextInt(3) - 1);
        return symbol;
    }

    @Override
    public Progress poll(SourceContext context) {
        context.index(next);
        int symbol = step();
        out.price(new Price(SYMBOLS.get(symbol), middle[symbol] * (1 - TICK), middle[symbol] * (1 + TICK)));
        return Progress.EMITTED;
    }

    @Override
    public void close() {}
}
