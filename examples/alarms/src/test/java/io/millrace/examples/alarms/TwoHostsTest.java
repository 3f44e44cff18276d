package io.millrace.examples.alarms;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.client.ClientOptions;
import io.millrace.client.FollowOptions;
import io.millrace.client.Message;
import io.millrace.client.MillraceClient;
import io.millrace.fixtures.Await;
import io.millrace.fixtures.FreePorts;
import io.millrace.fixtures.JavaCommand;
import io.millrace.fixtures.TestProcess;
import io.millrace.leaks.Tolerates;
import io.millrace.topology.HostStatus;
import io.millrace.topology.Topology;
import io.millrace.topology.TopologyException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The example on two hosts, each with a spare, as its page says: both are lost, their spares promoted, and the former
 * machine of one goes back, while an operator acknowledges alarms.
 */
@Tolerates(
        threads = "process reaper.*|H2.*|MVStore.*|Generate Seed.*",
        files = ".*",
        because = "the JDK keeps the thread that waits for processes, and the database its own")
@Tag("process")
class TwoHostsTest {
    private static final int CALLS = 2;
    private static final long PATIENCE_SECONDS = 60;
    private static final Pattern NUMBER = Pattern.compile("\"number\":([0-9]+)");

    /** What the operator of this test calls. */
    interface Operator {
        CompletionStage<Alarm> acknowledge(long alarm, String by);
    }

    @TempDir
    private Path directory;

    private final Map<String, TestProcess> machines = new HashMap<>();
    private final BlockingQueue<Long> escalated = new LinkedBlockingQueue<>();
    private final List<Alarm> answers = new ArrayList<>();
    private final String port = Integer.toString(FreePorts.next());
    private Path file;
    private Operator operator;

    @AfterEach
    void endAll() {
        machines.values().forEach(TestProcess::close);
    }

    /** Writes the topology of the example with ports that are free, and without its page. */
    private void topology() throws IOException {
        Path folder = Path.of("").toAbsolutePath();
        String text = Files.readString(Path.of("two-hosts.yaml"))
                .replace("  page: page\n", "")
                .replace("target/", folder + "/target/");
        for (int host = 7110; host < 7114; host++) {
            text = text.replace(":" + host, ":" + FreePorts.next());
        }
        file = Files.writeString(directory.resolve("two-hosts.yaml"), text);
    }

    private JavaCommand millrace(String command, String host, String machine) {
        return JavaCommand.of("io.millrace.cli.Millrace", command, file.toString(), "--host", host)
                .withFlags("-Xmx128m")
                .withArguments("--data", directory.resolve(machine).toString());
    }

    private void start(String machine) throws IOException {
        JavaCommand run = millrace("run", machine, machine).withArguments("--every", "2ms", "--patience", "50ms");
        boolean serves = machine.endsWith("b");
        machines.put(machine, (serves ? run.withArguments("--clients-port", port) : run).start(output(machine)));
    }

    private Path output(String machine) throws IOException {
        return Files.createDirectories(directory.resolve("output-" + machine));
    }

    /** Runs a command to its end; one that is refused, since a host has not begun to run, is called again. */
    private void command(String command, String host, String machine) throws IOException {
        int code = 1;
        while (code == 1) {
            TestProcess process = millrace(command, host, machine).start(output(command));
            code = process.awaitEnd().code();
            assertTrue(code == 0 || command.equals("reset"), () -> process.output() + process.errors());
        }
        assertEquals(0, code, command);
    }

    private void awaitComplete(String spare) {
        Topology topology = Topology.load(file);
        Await.until(
                "machine " + spare + " is complete",
                () -> {
                    machines.forEach((name, machine) ->
                            assertTrue(machine.isAlive(), () -> name + " " + machine.output() + machine.errors()));
                    return spareOf(topology, spare).equals(HostStatus.COMPLETE);
                },
                () -> "spare=" + spareOf(topology, spare));
    }

    private static String spareOf(Topology topology, String spare) {
        try {
            return HostStatus.ask(topology, spare).spare();
        } catch (TopologyException e) { // it does not listen yet
            return "";
        }
    }

    /** Kills the machine of a host and promotes the other one, which stands by. */
    private void lose(String host, String machine, String spare) throws Exception {
        awaitComplete(spare);
        acknowledge();
        List<CompletionStage<Alarm>> onTheirWay = new ArrayList<>();
        for (int call = 0; call < CALLS; call++) {
            onTheirWay.add(operator.acknowledge(next(), "ben"));
        }
        machines.remove(machine).close();
        command("promote", host, spare);
        for (CompletionStage<Alarm> call : onTheirWay) {
            answers.add(call.toCompletableFuture().get(PATIENCE_SECONDS, TimeUnit.SECONDS));
        }
        acknowledge();
    }

    private void acknowledge() throws Exception {
        for (int call = 0; call < CALLS; call++) {
            answers.add(
                    operator.acknowledge(next(), "ada").toCompletableFuture().get(PATIENCE_SECONDS, TimeUnit.SECONDS));
        }
    }

    private long next() throws InterruptedException {
        Long number = escalated.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        assertTrue(number != null, "there is no further alarm");
        return number;
    }

    private void escalated(Message message) {
        Matcher found = NUMBER.matcher(message.arguments());
        assertTrue(found.find(), message::toString);
        escalated.add(Long.parseLong(found.group(1)));
    }

    @Test
    void anOperatorIsAnsweredThoughBothHostsAreLost() throws Exception {
        topology();
        for (String machine : List.of("sa", "sb", "a", "b")) {
            start(machine);
        }
        ClientOptions options = ClientOptions.at("ws://127.0.0.1:" + port)
                .withPauses(Duration.ofMillis(5), Duration.ofMillis(50))
                .withAnswerWithin(Duration.ofSeconds(PATIENCE_SECONDS))
                .withListeners(_ -> {}, _ -> {});
        try (MillraceClient client = MillraceClient.connect(options)) {
            client.follow("alarms", this::escalated, FollowOptions.oldest().withMethods("escalated"));
            operator = client.port("operators", Operator.class);
            lose("b", "b", "sb");
            command("reset", "b", "b");
            start("b");
            lose("b", "sb", "b");
            lose("a", "a", "sa");
        }
        endAll();
        Map<Long, String> rows = rows();
        assertEquals(CALLS * 9, answers.stream().map(Alarm::number).distinct().count());
        answers.forEach(answer -> assertEquals(answer.by(), rows.get(answer.number()), answer::toString));
    }

    /** Returns the operator of each alarm; no alarm is there twice. */
    private Map<Long, String> rows() throws Exception {
        Map<Long, String> rows = new HashMap<>();
        try (Connection connection = DriverManager.getConnection("jdbc:h2:" + directory.resolve("database"), "sa", "");
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("select number, acknowledged_by from alarms")) {
            while (result.next()) {
                long number = result.getLong(1);
                assertTrue(!rows.containsKey(number), "an alarm is there twice number=" + number);
                rows.put(number, result.getString(2));
            }
        }
        return rows;
    }
}
