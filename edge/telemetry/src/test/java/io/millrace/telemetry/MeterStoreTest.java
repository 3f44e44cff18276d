package io.millrace.telemetry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.micrometer.core.instrument.Tag;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.millrace.topology.MeterInfo;
import io.millrace.topology.MeterKind;
import io.millrace.topology.MeterLabel;
import io.millrace.topology.MeterUnit;
import io.millrace.topology.TopologyException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MeterStoreTest {

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final AtomicLong clock = new AtomicLong();
    private final MeterStore store = new MeterStore(registry, List.of(Tag.of("topology", "shop")), clock::get);

    private static MeterInfo gauge(String name, List<String> values) {
        return new MeterInfo(
                name, MeterKind.GAUGE, MeterUnit.BYTES, "a size \\ of\n two", List.of(MeterLabel.of("name", values)));
    }

    @Test
    void hostileNamesAreEscaped() {
        List<String> names =
                List.of("a\"b", "back\\slash", "line\nbreak", "} 1\n# TYPE x", "\u202e\ud83d\ude00", "", "{{x}}");
        MeterInfo meter = gauge("test.size", names);
        store.add(List.of(meter));
        store.begin();
        for (String name : names) {
            store.set(meter, 7, name);
        }
        store.end();
        assertEquals(names.size(), MetersText.read(store.text()).size());
        assertEquals(7, MetersText.read(store.text()).get("test_size_bytes{name=\"line\\nbreak\",topology=\"shop\"}"));
    }

    @Test
    void aValueThatNoTopologyHasIsRefused() {
        MeterInfo meter = gauge("test.size", List.of("one"));
        store.add(List.of(meter));
        TelemetryException e = assertThrows(TelemetryException.class, () -> store.set(meter, 1, "from a message"));
        assertEquals("a label cannot have this value meter=test.size label=name value=from a message", e.getMessage());
        assertThrows(TelemetryException.class, () -> store.set(meter, 1));
        assertThrows(TelemetryException.class, () -> store.record(meter, 1, "one"));
        assertThrows(TelemetryException.class, () -> store.set(gauge("test.other", List.of("one")), 1, "one"));
        assertThrows(TelemetryException.class, () -> store.add(List.of(gauge("test.size", List.of("two")))));
        assertEquals(0, store.series());
    }

    @Test
    void theNumberOfSeriesIsBounded() {
        List<String> many = IntStream.rangeClosed(0, MeterStore.MAX_SERIES)
                .mapToObj(Integer::toString)
                .toList();
        MeterInfo meter = gauge("test.size", many);
        store.add(List.of(meter));
        TelemetryException e =
                assertThrows(TelemetryException.class, () -> many.forEach(name -> store.set(meter, 1, name)));
        assertTrue(e.getMessage().contains("max=20000"), e.getMessage());
    }

    @Test
    void aGaugeThatIsNotReadHasNoValueAndACounterKeepsItsOwn() {
        MeterInfo gauge = gauge("test.size", List.of("one"));
        MeterInfo counter = new MeterInfo("test.number", MeterKind.COUNTER, MeterUnit.MESSAGES, "a number", List.of());
        store.add(List.of(gauge, counter));
        store.begin();
        store.set(gauge, 1, "one");
        store.set(counter, 5);
        store.end();
        store.begin();
        store.end();
        assertEquals(Double.NaN, MetersText.read(store.text()).get("test_size_bytes{name=\"one\",topology=\"shop\"}"));
        assertEquals(5, MetersText.read(store.text()).get("test_number_messages_total{topology=\"shop\"}"));
    }

    @Test
    void percentilesAreNeverBelowTheValuesAndOnePercentAboveThemAtMost() {
        MeterInfo timer = new MeterInfo(
                "test.time",
                MeterKind.TIMER,
                MeterUnit.SECONDS,
                "a time",
                List.of(MeterLabel.of("name", List.of("a\"b"))));
        store.add(List.of(timer));
        for (int i = 0; i < 32; i++) {
            store.record(timer, 1_092_800_000, "a\"b");
        }
        Map<String, Double> meters = MetersText.read(store.text());
        String labels = "name=\"a\\\"b\",topology=\"shop\"";
        for (double quantile : DurationSeries.QUANTILES) {
            double found = meters.get("test_time_seconds{" + labels + ",quantile=\"" + quantile + "\"}");
            assertTrue(found >= 1.0928 && found <= 1.0928 * 1.01, quantile + " " + found);
        }
        assertEquals(32, meters.get("test_time_seconds_count{" + labels + "}"));
        assertEquals(32 * 1.0928, meters.get("test_time_seconds_sum{" + labels + "}"), 1e-9);
        assertEquals(1.0928, meters.get("test_time_seconds_max{" + labels + "}"), 1e-9);
    }

    @Test
    void percentilesForgetWhatIsOlderThanThreeMinutesAndCountsDoNot() {
        MeterInfo timer = new MeterInfo("test.time", MeterKind.TIMER, MeterUnit.SECONDS, "a time", List.of());
        store.add(List.of(timer));
        store.record(timer, 5_000_000_000L);
        clock.addAndGet(2 * DurationSeries.WINDOW_NS);
        store.record(timer, 1_000);
        String most = "test_time_seconds{topology=\"shop\",quantile=\"0.999\"}";
        assertEquals(5, MetersText.read(store.text()).get(most), 0.05);
        clock.addAndGet(DurationSeries.WINDOW_NS);
        assertEquals(1e-6, MetersText.read(store.text()).get(most), 1e-8);
        clock.addAndGet(5 * DurationSeries.WINDOW_NS);
        assertEquals(Double.NaN, MetersText.read(store.text()).get(most));
        assertEquals(2, MetersText.read(store.text()).get("test_time_seconds_count{topology=\"shop\"}"));
    }

    @Test
    void namesOfMetersAreChecked() {
        assertThrows(TopologyException.class, () -> gauge("Test", List.of()));
        assertThrows(TopologyException.class, () -> MeterLabel.of("na-me", List.of()));
        assertThrows(
                TopologyException.class,
                () -> new MeterInfo("test.time", MeterKind.TIMER, MeterUnit.BYTES, "", List.of()));
    }
}
