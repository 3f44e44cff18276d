package io.millrace.concurrent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Map;
import org.junit.jupiter.api.Test;

class IdleStrategiesTest {

    @Test
    void everyNameCreatesANewStrategyOfItsKind() {
        Map<String, Class<?>> kinds = Map.of(
                "adaptive", AdaptiveIdleStrategy.class,
                "busy", BusySpinIdleStrategy.class,
                "yielding", YieldingIdleStrategy.class,
                "backoff", BackoffIdleStrategy.class,
                "parking", ParkingIdleStrategy.class);
        assertEquals(kinds.keySet(), Map.copyOf(kinds).keySet());
        assertEquals(kinds.size(), IdleStrategies.names().size());
        for (String name : IdleStrategies.names()) {
            assertInstanceOf(kinds.get(name), IdleStrategies.named(name));
            assertNotSame(IdleStrategies.named(name), IdleStrategies.named(name));
        }
    }

    @Test
    void anUnknownNameIsAnErrorWithTheKnownOnes() {
        IllegalArgumentException e =
                assertThrows(IllegalArgumentException.class, () -> IdleStrategies.named("yeilding"));
        assertEquals(
                "unknown idle strategy name=yeilding known=adaptive,backoff,busy,parking,yielding", e.getMessage());
    }

    @Test
    void theDefaultBacksOff() {
        assertInstanceOf(BackoffIdleStrategy.class, IdleStrategies.defaultStrategy());
    }
}
