package io.millrace.examples.market;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.abort;

import io.millrace.fixtures.Await;
import io.millrace.fixtures.FreePorts;
import io.millrace.fixtures.SelfSignedCertificate;
import io.millrace.leaks.Tolerates;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Two components at six distances: {@code CrossOver} makes signals of bars, {@code OrderManager} makes orders of them.
 * The files in {@code distances} say how the signals travel. The classes, the calls that go in and those that come out
 * are always the same; {@link ComponentsTest} has them without any of it, as objects that call each other.
 */
@Tolerates(threads = "process reaper.*", files = "none", because = "the JDK keeps the thread that waits for processes")
@Tag("process")
class DistancesTest {
    private static final Path CASE = Path.of("src/test/data/distances/crossings");
    private static final Path TOPOLOGIES = Path.of("distances");
    private static final long ONE_WAY_NS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final int PORT_OF_A = 7100;
    private static final int PORT_OF_B = 7101;

    private final List<MarketProcess> processes = new ArrayList<>();

    @TempDir
    private Path directory;

    /** How far the components are from each other. */
    enum Distance {
        ONE_THREAD,
        THREADS_WITH_A_QUEUE,
        THREADS_WITH_A_JOURNAL,
        PROCESSES,
        HOSTS,
        ANOTHER_SITE,
        ANOTHER_SITE_WITH_LOSS,
        ANOTHER_SITE_WITH_LOSS_OVER_TLS
    }

    @ParameterizedTest
    @EnumSource
    void theSameCallsComeOutAtEachDistance(Distance distance) throws Exception {
        List<String> expected = expected();
        Path data;
        try {
            data = switch (distance) {
                case ONE_THREAD -> runAlone("direct.yaml");
                case THREADS_WITH_A_QUEUE -> runAlone("queue.yaml");
                case THREADS_WITH_A_JOURNAL -> runAlone("journal.yaml");
                case PROCESSES -> runProcesses(expected.size());
                case HOSTS -> runHosts(List.of(), "");
                case ANOTHER_SITE -> runFar();
                case ANOTHER_SITE_WITH_LOSS -> runWithLoss("");
                case ANOTHER_SITE_WITH_LOSS_OVER_TLS -> runWithLoss(tls());
            };
        } finally {
            processes.forEach(MarketProcess::close);
        }
        assertEquals(expected, orders(data));
    }

    private static List<String> expected() throws IOException {
        String withoutComments = Files.readString(CASE.resolve("out.yaml")).replaceAll("(?m)^#.*\n", "");
        List<String> calls = Arrays.asList(withoutComments.split("---\n", -1));
        assertTrue(calls.size() > 3, "the case has orders");
        return calls;
    }

    private static List<String> orders(Path data) {
        return new MarketData(data).yaml("orders");
    }

    private Path runAlone(String file) throws Exception {
        run(List.of(), TOPOLOGIES.resolve(file), data("alone"), input()).awaitWell();
        return data("alone");
    }

    /** Runs two processes of one data directory; the one that reads cannot know that nothing more will be written. */
    private Path runProcesses(int count) throws Exception {
        Path data = data("processes");
        MarketProcess reader = run(List.of(), TOPOLOGIES.resolve("process-of-orders.yaml"), data);
        run(List.of(), TOPOLOGIES.resolve("process-of-signals.yaml"), data, input())
                .awaitWell();
        Await.until(
                "the reader has written " + count + " orders",
                () -> {
                    assertTrue(reader.isAlive(), reader::output);
                    return new MarketData(data).count("orders") >= count;
                },
                () -> "orders=" + new MarketData(data).count("orders"));
        reader.terminate();
        reader.await();
        return data;
    }

    private Path runHosts(List<String> inside, String tls) throws Exception {
        Path file = hosts("hosts.yaml", FreePorts.next(), FreePorts.next());
        Files.writeString(file, Files.readString(file).replaceAll("(address: [^}]+)}", "$1" + tls + "}"));
        run(inside, file, data("a"), "--host", "a", "--bars", input()[1]);
        run(inside, file, data("b"), "--host", "b", "--bars", input()[1]);
        for (MarketProcess process : processes) {
            process.awaitWell();
        }
        return data("b");
    }

    /** Runs two hosts of which each reaches the other one by a long way. */
    private Path runFar() throws Exception {
        int a = FreePorts.next();
        int b = FreePorts.next();
        try (DelayProxy toA = DelayProxy.start(a, ONE_WAY_NS);
                DelayProxy toB = DelayProxy.start(b, ONE_WAY_NS)) {
            run(List.of(), hosts("at-a.yaml", a, toB.port()), data("a"), "--host", "a", "--bars", input()[1]);
            run(List.of(), hosts("at-b.yaml", toA.port(), b), data("b"), "--host", "b", "--bars", input()[1]);
            for (MarketProcess process : processes) {
                process.awaitWell();
            }
            assertTrue(toA.delayedBytes() > 0, "nothing took the long way");
        }
        return data("b");
    }

    private Path runWithLoss(String tls) throws Exception {
        try (LossyNetwork network = LossyNetwork.make()) {
            return runHosts(network.inside(), tls);
        } catch (IOException e) {
            return abort(e.getMessage());
        }
    }

    /** Makes a certificate for both hosts, which is its own authority, and returns the keys of hosts that name it. */
    private String tls() throws Exception {
        SelfSignedCertificate own = SelfSignedCertificate.create(directory, "hosts", List.of("127.0.0.1"));
        return ", certificate: \"%1$s\", key: \"%2$s\", trust: \"%1$s\"".formatted(own.certificate(), own.key());
    }

    /** Writes the topology of the hosts with other ports. */
    private Path hosts(String name, int portOfA, int portOfB) throws IOException {
        String text = Files.readString(TOPOLOGIES.resolve("hosts.yaml"))
                .replace("../target", Path.of("target").toAbsolutePath().toString())
                .replace(":" + PORT_OF_A + "\"", ":" + portOfA + "\"")
                .replace(":" + PORT_OF_B + "\"", ":" + portOfB + "\"");
        return Files.writeString(directory.resolve(name), text);
    }

    private static String[] input() {
        return new String[] {"--bars", CASE.resolve("in.yaml").toAbsolutePath().toString()};
    }

    private Path data(String name) {
        return directory.resolve("data-" + name);
    }

    private MarketProcess run(List<String> inside, Path file, Path data, String... more) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("run", file.toString(), "--data", data.toString()));
        arguments.addAll(List.of(more));
        MarketProcess process = MarketProcess.start(inside, directory, arguments.toArray(String[]::new));
        processes.add(process);
        return process;
    }
}
