package io.millrace.examples.market;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.jdbc.JdbcRequests;
import io.millrace.testing.ComponentCases;
import io.millrace.testing.RecordedCall;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

/** Each component by its folder of calls in {@code src/test/data}. */
class ComponentsTest {
    private static final Path DATA = Path.of("src/test/data");

    @TestFactory
    Stream<DynamicNode> barBuilder() {
        return ComponentCases.of(outputs -> new BarBuilder(outputs.as(Bars.class)))
                .invariant(ComponentsTest::highsAndLowsEncloseTheRest)
                .in(DATA.resolve("bar-builder"));
    }

    private static void highsAndLowsEncloseTheRest(List<RecordedCall> inputs, List<RecordedCall> outputs) {
        outputs.forEach(output -> output.deliver(
                Bars.class,
                bar -> assertTrue(
                        bar.low() <= Math.min(bar.open(), bar.close())
                                && bar.high() >= Math.max(bar.open(), bar.close())
                                && bar.count() > 0,
                        bar.toString())));
    }

    @TestFactory
    Stream<DynamicNode> crossOver() {
        return ComponentCases.of(outputs -> new CrossOver(outputs.as(Signals.class)))
                .invariant(ComponentsTest::signalsAlternate)
                .in(DATA.resolve("cross-over"));
    }

    private static void signalsAlternate(List<RecordedCall> inputs, List<RecordedCall> outputs) {
        Signals alternating = new Signals() {
            private Class<?> last;

            @Override
            public void signal(Signal signal) {
                assertTrue(last != signal.getClass(), signal.toString());
                last = signal.getClass();
            }
        };
        outputs.forEach(output -> output.deliver(Signals.class, alternating));
    }

    @TestFactory
    Stream<DynamicNode> orderManager() {
        return ComponentCases.of(outputs -> new OrderManager(outputs.as(Orders.class)))
                .invariant(ComponentsTest::thePositionIsFlatOrLongByOne)
                .in(DATA.resolve("order-manager"));
    }

    private static void thePositionIsFlatOrLongByOne(List<RecordedCall> inputs, List<RecordedCall> outputs) {
        Orders position = new Orders() {
            private Side last;

            @Override
            public void order(Order order) {
                assertTrue(order.quantity() == 1.0 && order.side() != last, order.toString());
                last = order.side();
            }
        };
        outputs.forEach(output -> output.deliver(Orders.class, position));
    }

    /** Two components as objects that call each other; {@link DistancesTest} has them further from each other. */
    @TestFactory
    Stream<DynamicNode> crossOverWithOrderManager() {
        return ComponentCases.of(outputs -> new CrossOver(new OrderManager(outputs.as(Orders.class))))
                .in(DATA.resolve("distances"));
    }

    @TestFactory
    Stream<DynamicNode> barTable() {
        return ComponentCases.of(outputs -> new BarTable(outputs.as(JdbcRequests.class)))
                .in(DATA.resolve("bar-table"));
    }

    @TestFactory
    Stream<DynamicNode> orderTable() {
        return ComponentCases.of(outputs -> new OrderTable(outputs.as(JdbcRequests.class)))
                .in(DATA.resolve("order-table"));
    }

    @TestFactory
    Stream<DynamicNode> rejectedRows() {
        return ComponentCases.of(outputs -> new RejectedRows(outputs.as(Rejections.class)))
                .in(DATA.resolve("rejected-rows"));
    }
}
