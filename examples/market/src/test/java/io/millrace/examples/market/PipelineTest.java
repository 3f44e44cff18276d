package io.millrace.examples.market;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The components joined by plain calls, against another computation over the same file. */
class PipelineTest {
    private static final int ROWS = 100_000;

    @Test
    void barsSignalsAndOrdersAgreeWithAnIndependentComputation() {
        List<Bar> bars = new ArrayList<>();
        List<Signal> signals = new ArrayList<>();
        List<Order> orders = new ArrayList<>();
        OrderManager orderManager = new OrderManager(orders::add);
        CrossOver crossOver = new CrossOver(signal -> {
            signals.add(signal);
            orderManager.signal(signal);
        });
        BarBuilder barBuilder = new BarBuilder(bar -> {
            bars.add(bar);
            crossOver.bar(bar);
        });
        for (Fixtures.Fed fed : Fixtures.feed(Optional.empty(), OnError.STOP, -1, Integer.MAX_VALUE)) {
            if (fed.call() instanceof Trade trade) {
                barBuilder.trade(trade);
            } else {
                barBuilder.endOfInput();
            }
        }

        Expected expected = Expected.ofSample(ROWS);
        assertEquals(ROWS, expected.rows().size());
        assertEquals(9_399, expected.bars().size());
        assertEquals(expected.bars(), bars);
        assertEquals(436, expected.signals().size());
        assertEquals(expected.signals(), signals);
        assertEquals(expected.orders(), orders);

        assertEquals(ROWS, bars.stream().mapToLong(Bar::count).sum());
        BigDecimal volume =
                bars.stream().map(bar -> new BigDecimal(bar.volume())).reduce(BigDecimal.ZERO, BigDecimal::add);
        BigDecimal error = volume.subtract(expected.sum(2)).abs();
        assertTrue(error.compareTo(new BigDecimal("1e-6")) < 0, "rounding=" + error);
    }
}
