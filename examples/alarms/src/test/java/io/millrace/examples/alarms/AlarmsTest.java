package io.millrace.examples.alarms;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.client.ClientException;
import io.millrace.client.ClientOptions;
import io.millrace.client.FollowOptions;
import io.millrace.client.Message;
import io.millrace.client.MillraceClient;
import io.millrace.leaks.Tolerates;
import io.millrace.wire.Query;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example in a process, which is killed while an operator acknowledges alarms. */
@Tolerates(
        threads = "process reaper.*|H2.*|MVStore.*|Generate Seed.*",
        files = ".*",
        because = "the JDK keeps the thread that waits for processes, and the database its own")
@Tag("process")
@Tag("proof")
class AlarmsTest {
    private static final int KILLS = Integer.getInteger("millrace.alarms.kills", 2);
    private static final int CALLS = 2;
    private static final long PATIENCE_SECONDS = 60;
    private static final Pattern NUMBER = Pattern.compile("\"number\":([0-9]+)");

    @TempDir
    private Path data;

    @TempDir
    private Path output;

    /** What the operator of this test calls. */
    interface Operator {
        CompletionStage<Alarm> acknowledge(long alarm, String by);

        void note(long alarm, String text);

        @Query
        List<Alarm> open();
    }

    private final BlockingQueue<Long> escalated = new LinkedBlockingQueue<>();
    private final Map<Long, String> acknowledged = new HashMap<>();
    private final List<String> ends = Collections.synchronizedList(new ArrayList<>());

    @Test
    void whatWasAnsweredIsInTheDatabaseOnceAlsoAcrossKills() throws Exception {
        List<Alarm> answers = new ArrayList<>();
        AlarmsProcess process = AlarmsProcess.start(output, data, 0);
        try (MillraceClient client = MillraceClient.connect(
                ClientOptions.at("ws://127.0.0.1:" + process.address().getPort())
                        .withPauses(Duration.ofMillis(5), Duration.ofMillis(50))
                        .withListeners(_ -> {}, _ -> {}))) {
            client.follow(
                    "alarms",
                    this::event,
                    FollowOptions.oldest()
                            .withMethods("escalated", "acknowledged")
                            .withOnEnd(ends::add));
            Operator operator = client.port("operators", Operator.class);
            for (int kill = 0; kill < KILLS; kill++) {
                for (int call = 0; call < CALLS; call++) {
                    answers.add(get(operator.acknowledge(next(), "ada")));
                }
                List<CompletionStage<Alarm>> onTheirWay = new ArrayList<>();
                for (int call = 0; call < CALLS; call++) {
                    onTheirWay.add(operator.acknowledge(next(), "ben"));
                }
                process.close();
                Map<Long, String> rows = rows();
                answers.forEach(answer -> assertEquals(answer.by(), rows.get(answer.number()), answer::toString));
                process = AlarmsProcess.start(output, data, process.address().getPort());
                for (CompletionStage<Alarm> call : onTheirWay) {
                    answers.add(get(call));
                }
            }
            Alarm first = answers.getFirst();
            ClientException refused = assertThrows(ClientException.class, () -> {
                try {
                    operator.acknowledge(first.number(), "eve")
                            .toCompletableFuture()
                            .join();
                } catch (CompletionException e) {
                    throw e.getCause();
                }
            });
            assertTrue(refused.getMessage().contains("is not open"), refused.getMessage());
            Set<Long> open = new HashSet<>();
            operator.open().forEach(alarm -> {
                assertTrue(!alarm.isOver(), alarm::toString);
                open.add(alarm.number());
            });
            assertTrue(!open.contains(first.number()) || first.condition() == Condition.HIGH, open::toString);
        } finally {
            process.close();
        }
        assertEquals(List.of("the client was closed"), ends, "the handler has failed where it is another reason");
        Map<Long, String> rows = rows();
        answers.forEach(answer -> assertEquals(answer.by(), rows.get(answer.number()), answer::toString));
        assertEquals(
                2L * CALLS * KILLS,
                answers.stream().map(Alarm::number).distinct().count());
    }

    private void event(Message message) {
        String text = message.arguments();
        Matcher found = NUMBER.matcher(text);
        assertTrue(found.find(), text);
        long number = Long.parseLong(found.group(1));
        if (message.method().equals("escalated")) {
            escalated.add(number);
        } else {
            String before = acknowledged.put(number, text);
            assertEquals(null, before, "an alarm was acknowledged twice");
        }
    }

    private long next() throws InterruptedException {
        Long number = escalated.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        assertTrue(number != null, "there is no further alarm");
        return number;
    }

    private static Alarm get(CompletionStage<Alarm> stage) throws Exception {
        CompletableFuture<Alarm> future = stage.toCompletableFuture();
        return future.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    /** Returns the operator of each alarm; no alarm is there twice. */
    private Map<Long, String> rows() throws SQLException {
        Map<Long, String> rows = new HashMap<>();
        Set<Long> numbers = new HashSet<>();
        try (Connection connection = DriverManager.getConnection("jdbc:h2:" + data.resolve("database"), "sa", "");
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("select number, acknowledged_by from alarms")) {
            while (result.next()) {
                assertTrue(numbers.add(result.getLong(1)), "an alarm is there twice number=" + result.getLong(1));
                rows.put(result.getLong(1), result.getString(2));
            }
        }
        return rows;
    }
}
