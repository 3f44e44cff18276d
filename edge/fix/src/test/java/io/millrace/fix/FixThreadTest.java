package io.millrace.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fixtures.Await;
import io.millrace.net.HostPort;
import io.millrace.topology.RunEnd;
import io.millrace.topology.RunOptions;
import io.millrace.topology.RunningTopology;
import io.millrace.topology.Topology;
import io.millrace.topology.TopologyException;
import io.millrace.topology.TopologyRunner;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The engine on a thread of the topology, which its components use too. */
class FixThreadTest {

    @TempDir
    private Path directory;

    private final List<String> errors = new CopyOnWriteArrayList<>();

    /** Answers orders, but fails at one; notes the threads that call it. */
    public static final class Desk implements FixTextInput {
        private final FixTextOutput out;

        /** Takes the output. */
        public Desk(FixTextOutput out) {
            this.out = out;
        }

        @Override
        public void message(String session, long number, String type, String text) {
            if (text.contains("|11=bad|")) {
                throw new IllegalStateException("a bad order");
            }
            String thread = Thread.currentThread().getName();
            out.send(session, "35=8|37=" + thread + "|17=1|150=0|39=0|55=IBM|54=1|151=100|14=0|6=0");
        }
    }

    @BeforeEach
    void writeDictionary() throws IOException {
        try (InputStream in = getClass().getResourceAsStream("/FIX44.xml")) {
            Files.copy(in, directory.resolve("FIX44.xml"));
        }
    }

    private Topology load(String fix) throws IOException {
        String text = Files.readString(Path.of("src/test/data/desk.yaml"))
                .replace("io.millrace.fix.EchoDesk", "io.millrace.fix.FixThreadTest$Desk")
                .replace("fix:\n", "threads:\n  both: {runs: [desk]}\nfix:\n" + fix);
        return Topology.load(Files.writeString(directory.resolve("desk.yaml"), text));
    }

    private RunningTopology run() throws IOException {
        RunningTopology running = TopologyRunner.open(
                load("  thread: both\n"),
                RunOptions.in(directory.resolve("data"))
                        .withErrorHandler((severity, origin, error) -> errors.add(severity + " " + origin)));
        running.start();
        return running;
    }

    private static FixSectionTest.Buyer buyer(RunningTopology running, FixJournal journal) {
        String address = running.health().sections().get("fix").details().get("address");
        return new FixSectionTest.Buyer(
                FixEngineOptions.named("buyer").with(journal), TestEngines.BUY, HostPort.parse(address));
    }

    private FixSectionTest.Buyer buyer(RunningTopology running) {
        return buyer(running, TestEngines.journal(directory.resolve("buyer")));
    }

    @Test
    void theThreadOfTheComponentsPollsItAndSessionsLogOutBeforeItEnds() throws Exception {
        for (int run = 1; run <= 2; run++) {
            try (RunningTopology running = run();
                    FixSectionTest.Buyer buyer = buyer(running)) {
                buyer.order("one");
                Await.until("a report", () -> !buyer.got.isEmpty());
                assertEquals(1, threads("millrace-both"));
                assertEquals(0, threads("millrace-fix"));
                if (run == 1) {
                    running.stop(); // as an operator ends a run
                    assertEquals(RunEnd.STOPPED, running.await());
                }
                try (running) {
                    assertEquals(run == 1 ? RunEnd.STOPPED : RunEnd.RUNNING, running.end());
                }
                Await.until("the Logout", () -> buyer.logouts.get() == 1);
                assertEquals(List.of("millrace-both 1"), new ArrayList<>(buyer.got));
            }
        }
        assertEquals(List.of(), errors);
    }

    private static long threads(String name) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals(name))
                .count();
    }

    @Test
    void aComponentThatFailsEndsTheEngineWithTheThread() throws Exception {
        try (RunningTopology running = run();
                FixSectionTest.Buyer buyer = buyer(running)) {
            buyer.order("bad");
            assertEquals(RunEnd.FAILED, running.await());
            Await.until("the Logout", () -> buyer.logouts.get() == 1);
            assertTrue(running.failure().orElseThrow().getMessage().contains("a bad order"));
        }
        assertEquals(1, errors.size(), errors.toString());
    }

    @Test
    void anIdleStrategyBelongsToAThreadOfItsOwn() {
        TopologyException refused = assertThrows(TopologyException.class, () -> load("  thread: both\n  idle: busy\n"));
        assertTrue(refused.getMessage().contains("key=idle has no meaning"), refused.getMessage());
    }
}
