package io.millrace.console;

import io.millrace.service.Rate;
import io.millrace.topology.ChannelSpec;
import io.millrace.topology.ComponentSpec;
import io.millrace.topology.RunOptions;
import io.millrace.topology.RunningTopology;
import io.millrace.topology.ThreadSpec;
import io.millrace.topology.Topology;
import io.millrace.topology.TopologyRunner;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;

/** A run of a small topology with a console: notes from a source, through a queue, to sums. */
final class TestRun implements AutoCloseable {

    final RunningTopology running;
    final URI uri;

    private TestRun(RunningTopology running) {
        this.running = running;
        this.uri = URI.create(
                running.announcements().getFirst().replaceFirst("console: ", "").replaceFirst(" .*", ""));
    }

    static TestRun start(Path data, long count, String text) {
        return start(data, count, text, -1, ConsoleSpec.at(0), Rate.UNLIMITED);
    }

    static TestRun start(Path data, long count, String text, long failAt, ConsoleSpec console, Rate rate) {
        RunningTopology running = TopologyRunner.open(
                topology(count, text, failAt, console),
                RunOptions.in(data).withRate(rate).withErrorHandler((severity, origin, error) -> {}));
        try {
            running.start();
            return new TestRun(running);
        } catch (RuntimeException | Error e) {
            running.close();
            throw e;
        }
    }

    static Topology topology(long count, String text, long failAt, ConsoleSpec console) {
        return Topology.builder("shop")
                .description("notes and their number")
                .channel("notes", ChannelSpec.journal())
                .channel("sums", ChannelSpec.journal())
                .channel("relayed", ChannelSpec.queue())
                .channel("ends", ChannelSpec.journal())
                .component(
                        "source",
                        ComponentSpec.of(NoteSource.class)
                                .writes("notes")
                                .argument("count", count)
                                .argument("text", text)
                                .argument("failAt", failAt))
                .component(
                        "summer", ComponentSpec.of(Summer.class).reads("notes").writes("sums"))
                .component("relay", ComponentSpec.of(Relay.class).reads("notes").writes("relayed"))
                .component(
                        "end", ComponentSpec.of(Summer.class).reads("relayed").writes("ends"))
                .thread("main", ThreadSpec.running("source", "summer"))
                .thread("second", ThreadSpec.running("relay", "end").withIdle("parking"))
                .section(console)
                .build();
    }

    /** A component that passes notes on. */
    public static final class Relay implements Notes {
        private final Notes out;

        /** Creates the component; called by the topology. */
        public Relay(Notes out) {
            this.out = out;
        }

        @Override
        public void note(Note note) {
            // A queue takes messages of an eighth of its memory at most.
            out.note(note.text().length() < 1_000 ? note : new Note(note.number(), "long", note.weight()));
        }

        @Override
        public void closed(String reason) {
            out.closed(reason);
        }
    }

    List<String> channels() {
        return List.copyOf(running.topology().channels().keySet());
    }

    @Override
    public void close() {
        running.close();
    }
}
