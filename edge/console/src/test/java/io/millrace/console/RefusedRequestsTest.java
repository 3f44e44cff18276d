package io.millrace.console;

import static io.millrace.console.Page.at;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.journal.Durability;
import io.millrace.service.Gateway;
import io.millrace.service.GatewayContext;
import io.millrace.topology.ChannelSpec;
import io.millrace.topology.ComponentSpec;
import io.millrace.topology.RunOptions;
import io.millrace.topology.RunningTopology;
import io.millrace.topology.Topology;
import io.millrace.topology.TopologyRunner;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A gateway whose requests are all refused, on the page. */
class RefusedRequestsTest {

    private static final long NOTES = 150;

    @TempDir
    Path data;

    /** A gateway whose other side takes nothing. */
    public static final class Refuser implements Gateway, Notes {

        private final Sums out;
        private GatewayContext context;

        /** Takes the output. */
        public Refuser(Sums out) {
            this.out = out;
        }

        @Override
        public void open(GatewayContext itsContext) {
            context = itsContext;
        }

        @Override
        public void note(Note note) {
            context.refused("the table has no such column number=" + note.number());
            out.sum(note.number(), "refused");
        }

        @Override
        public void closed(String reason) {
            out.sum(0, reason);
        }

        @Override
        public void commit() {}

        @Override
        public void rollback() {}

        @Override
        public void close() {}
    }

    @Test
    void refusedRequestsAreCountedWithTheNewestReason() throws Exception {
        Topology topology = Topology.builder("shop")
                .channel("notes", ChannelSpec.journal().withDurability(Durability.SYNCED))
                .channel("sums", ChannelSpec.journal())
                .component(
                        "source",
                        ComponentSpec.of(NoteSource.class)
                                .writes("notes")
                                .argument("count", NOTES)
                                .argument("text", "x")
                                .argument("failAt", -1))
                .component(
                        "table", ComponentSpec.of(Refuser.class).reads("notes").writes("sums"))
                .section(ConsoleSpec.at(0))
                .build();
        RunOptions options = RunOptions.in(data).withErrorHandler((severity, origin, error) -> {});
        try (RunningTopology running = TopologyRunner.open(topology, options)) {
            running.start();
            URI uri = URI.create(running.announcements()
                    .getFirst()
                    .replaceFirst("console: ", "")
                    .replaceFirst(" .*", ""));
            try (Page page = new Page(uri)) {
                Page.Session session = page.open();
                Map<String, Object> state = session.next();
                while ((long) at(state, "components", "table", "refused") < NOTES) {
                    state = session.next();
                }
                assertEquals(NOTES, at(state, "components", "table", "refused"));
                assertEquals("DEGRADED", at(state, "components", "table", "state"));
                assertEquals("DEGRADED", state.get("health"));
                assertEquals(0L, at(state, "components", "source", "refused"));
                assertEquals(0L, at(state, "components", "table", "recordedErrors"));
                String error = at(state, "components", "table", "lastError").toString();
                assertTrue(error.contains("the table has no such column number=149"), error);
            }
        }
    }
}
