package io.millrace.console;

import static io.millrace.console.Page.at;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RateHistoryTest {

    private final RateHistory history = new RateHistory(10, 3);

    private Map<String, Object> busiest(int most) {
        return Page.object(Json.object(json -> history.writeBusiest(json, most)));
    }

    @Test
    void aStepHasTheMeanOfItsMoments() {
        history.add(100, Map.of("a", 1.0));
        history.add(109, Map.of("a", 3.0));
        history.add(110, Map.of("a", 7.0));
        history.add(120, Map.of("a", 0.0));
        assertEquals(List.of(100L, 110L), busiest(1).get("seconds"));
        assertEquals(List.of(2.0, 7.0), at(busiest(1), "rates", "a"));
        assertEquals(10L, busiest(1).get("stepSeconds"));
    }

    @Test
    void theOldestStepGivesWay() {
        for (int second = 100; second <= 150; second += 10) {
            history.add(second, Map.of("a", (double) second));
        }
        assertEquals(List.of(120L, 130L, 140L), busiest(1).get("seconds"));
        assertEquals(List.of(120.0, 130.0, 140.0), at(busiest(1), "rates", "a"));
    }

    @Test
    void whatIsNotKnownIsNoRate() {
        history.add(100, Map.of("a", 1.0));
        history.add(110, Map.of("b", 2.0));
        history.add(120, Map.of());
        assertEquals(Arrays.asList(1.0, null), at(busiest(2), "rates", "a"));
        assertEquals(Arrays.asList(null, 2.0), at(busiest(2), "rates", "b"));
        assertEquals(List.of("b"), List.copyOf(((Map<?, ?>) at(busiest(1), "rates")).keySet()));
        assertEquals(Map.of(), at(Page.object(Json.object(json -> history.write(json, "none"))), "rates"));
    }

    @Test
    void aClockThatWasSetBackBeginsAnew() {
        history.add(100, Map.of("a", 1.0));
        history.add(50, Map.of("a", 2.0));
        history.add(60, Map.of("a", 3.0));
        assertEquals(List.of(50L), busiest(1).get("seconds"));
    }

    @Test
    void channelsThatAreGoneMakeSpace() {
        Map<String, Double> many = new HashMap<>();
        for (int i = 0; i <= RateHistory.MAX_CHANNELS; i++) {
            many.put("channel-" + i, 1.0);
        }
        history.add(100, many);
        history.add(110, Map.of("new", 5.0));
        history.add(120, Map.of());
        Map<?, ?> rates = (Map<?, ?>) at(busiest(10_000), "rates");
        assertEquals(List.of("new"), List.copyOf(rates.keySet()));
        assertFalse(rates.size() > RateHistory.MAX_CHANNELS);
    }
}
