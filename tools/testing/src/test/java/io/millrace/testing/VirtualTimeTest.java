package io.millrace.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.EpochNs;
import io.millrace.service.Timed;
import io.millrace.service.Timer;
import io.millrace.service.TimerEvents;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class VirtualTimeTest {

    private static final Instant NOON = Instant.parse("2026-01-02T12:00:00Z");

    @TestFactory
    Stream<DynamicNode> timers() {
        return ComponentCases.of(outputs -> new Timer(outputs.as(TimerEvents.class), Optional.empty()))
                .in(Path.of("src/test/data/timer"));
    }

    @Test
    void aClockStandsStillUntilItIsMoved() {
        VirtualClock clock = VirtualClock.at(NOON);
        assertEquals(EpochNs.of(NOON), clock.nowNs());
        clock.advance(Duration.ofMillis(5));
        assertEquals(EpochNs.of(NOON.plusMillis(5)), clock.nowNs());
        Duration back = Duration.ofNanos(-1);
        assertThrows(TestingException.class, () -> clock.advance(back));
    }

    @Test
    void aComponentThatIsDueAgainAndAgainIsAnError() {
        Timed always = new Timed() {
            @Override
            public long dueNs() {
                return 0;
            }

            @Override
            public void due() {}
        };
        String message = assertThrows(TestingException.class, () -> new TimedCalls(always).time(NOON))
                .getMessage();
        assertTrue(message.startsWith("the component is due again and again"), message);
    }
}
