package io.millrace.examples.alarms;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.millrace.jdbc.JdbcRequests;
import io.millrace.jdbc.JdbcResults;
import io.millrace.service.Replies;
import io.millrace.service.ServiceException;
import io.millrace.service.TestReplies;
import io.millrace.service.TimerEvents;
import io.millrace.service.Timers;
import io.millrace.testing.ComponentCases;
import io.millrace.wire.Refused;
import io.millrace.wire.Reply;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class ComponentsTest {
    private static final Path DATA = Path.of("src/test/data");
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** A database that keeps what it is asked. */
    private static final class Asked implements JdbcRequests {
        private final List<String> statements = new ArrayList<>();

        @Override
        public void executeUpdate(String sql, Object... arguments) {
            statements.add(sql.substring(0, sql.indexOf(' ')) + List.of(arguments));
        }

        @Override
        public void executeQuery(String sql, String resultType, Object... arguments) {
            throw new AssertionError(sql);
        }
    }

    private final List<String> events = new ArrayList<>();
    private final Alarms out = new Alarms() {
        @Override
        public void raised(Alarm alarm) {
            events.add("raised " + alarm.number());
        }

        @Override
        public void returned(Alarm alarm) {
            events.add("returned " + alarm.number());
        }

        @Override
        public void escalated(Alarm alarm) {
            events.add("escalated " + alarm.number());
        }

        @Override
        public void acknowledged(Alarm alarm) {
            events.add("acknowledged " + alarm.number() + " by " + alarm.by());
        }

        @Override
        public void noted(Alarm alarm) {
            events.add("noted " + alarm.note());
        }

        @Override
        public void notStored(long alarm, String reason) {
            events.add("notStored " + alarm + " " + reason);
        }
    };

    private final Timers timers = new Timers() {
        @Override
        public void schedule(Instant at, String token) {
            events.add("schedule " + token + " at " + at);
        }

        @Override
        public void cancel(String token) {
            events.add("cancel " + token);
        }
    };

    @TestFactory
    Stream<DynamicNode> thresholds() {
        return ComponentCases.of(outputs -> new Threshold(outputs.as(Crossings.class)))
                .reads(Readings.class, Limits.class)
                .in(DATA.resolve("threshold"));
    }

    @TestFactory
    Stream<DynamicNode> desks() {
        return ComponentCases.of(outputs -> new AlarmDesk(
                        outputs.as(Alarms.class),
                        outputs.as(Timers.class),
                        outputs.as(JdbcRequests.class),
                        outputs.as(Replies.class),
                        PATIENCE))
                .reads(Crossings.class, Operators.class, TimerEvents.class, JdbcResults.class)
                // a result without a request, which no gateway gives
                .mayThrow(NoSuchElementException.class)
                .in(DATA.resolve("desk"));
    }

    @Test
    void anOperatorIsAnsweredWhenTheDatabaseHasIt() {
        TestReplies replies = new TestReplies();
        Asked database = new Asked();
        AlarmDesk desk = new AlarmDesk(out, timers, database, replies, PATIENCE);
        desk.exceeded(1, new Reading("pump", 76, START));
        Reply<Alarm> reply = desk.acknowledge(1, "ada");
        desk.updateResult(1); // that of the alarm itself
        assertFalse(replies.isAnswered(reply));
        assertThrows(ServiceException.class, () -> replies.answerOf(reply));
        assertThrows(Refused.class, () -> desk.acknowledge(1, "ben"));
        desk.updateResult(1);
        assertEquals("ada", replies.answerOf(reply).by());
        assertEquals(Attention.ACKNOWLEDGED, desk.open().getFirst().attention());
        assertEquals(List.of("insert[1, pump, 76.0, " + START + "]", "update[ada, 1]"), database.statements);
        assertEquals(
                List.of("raised 1", "schedule 1 at " + START.plus(PATIENCE), "cancel 1", "acknowledged 1 by ada"),
                events);
        assertEquals(0, replies.openReplies());
    }
}
