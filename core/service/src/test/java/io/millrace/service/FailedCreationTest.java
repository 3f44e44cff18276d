package io.millrace.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.millrace.channel.Channel;
import io.millrace.journal.Index;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Errors of the JVM out of a component, gateway or source that is created: its channels are free for the next one. */
class FailedCreationTest {

    @TempDir
    Path root;

    private final Error error = new NoClassDefFoundError("a class of the component");

    /** Answers each request by its number. */
    private record Answering(Sums out) implements Gateway, Numbers {

        @Override
        public void open(GatewayContext context) {}

        @Override
        public void number(long value) {
            out.sum("answer", value);
        }

        @Override
        public void commit() {}

        @Override
        public void rollback() {}

        @Override
        public void close() {}
    }

    /** Sends one number. */
    private static final class Once implements ExternalSource {

        private final Numbers out;
        private boolean sent;

        Once(Numbers out) {
            this.out = out;
        }

        @Override
        public void open(long lastIndex) {
            sent = lastIndex >= 0;
        }

        @Override
        public Progress poll(SourceContext context) {
            if (sent) {
                return Progress.ENDED;
            }
            sent = true;
            context.index(0);
            out.number(7);
            return Progress.EMITTED;
        }

        @Override
        public void close() {}
    }

    private Gateway failing() {
        throw error;
    }

    @Test
    void ofAComponent() {
        try (Channel input = Flow.channel(root, "numbers");
                Channel output = Flow.channel(root, "sums")) {
            Flow.numbers(input, 1);
            ComponentBuilder summer = Service.component("summer").reads(input).writes(output);
            assertSame(error, assertThrows(Error.class, () -> summer.create(_ -> failing())));
            Flow.run(summer.create(outputs -> new Summer(outputs.as(Sums.class))));
            assertEquals(1, Flow.calls(output).size());
        }
    }

    @Test
    void ofAGateway() {
        try (Channel input = Channel.journal("requests", root.resolve("requests"), Flow.synced());
                Channel output = Flow.channel(root, "answers")) {
            Flow.numbers(input, 1);
            GatewayBuilder answering = Service.gateway("answering").reads(input).writes(output);
            assertSame(error, assertThrows(Error.class, () -> answering.create(_ -> failing())));
            Flow.run(answering.create(outputs -> new Answering(outputs.as(Sums.class))));
            assertEquals(1, Flow.calls(output).size());
        }
    }

    @Test
    void ofASource() {
        try (Channel output = Flow.channel(root, "numbers")) {
            SourceBuilder once = Service.source("once").writes(output);
            assertSame(
                    error,
                    assertThrows(
                            Error.class,
                            () -> once.create(_ -> {
                                throw error;
                            })));
            Flow.run(once.create(outputs -> new Once(outputs.as(Numbers.class))));
            assertEquals(List.of(7L), numbers(output));
        }
    }

    private static List<Long> numbers(Channel channel) {
        return Flow.calls(channel).stream()
                .map(call -> Long.parseLong(call.substring("number: ".length(), call.indexOf(' ', 8))))
                .toList();
    }

    /** Its snapshots are of a kind that cannot be said. */
    private final class Unsaid implements Numbers, Snapshotting<KeeperState> {

        @Override
        public void number(long value) {}

        @Override
        public Class<KeeperState> snapshotType() {
            throw error;
        }

        @Override
        public void snapshot(KeeperState to) {}
    }

    @Test
    void ofWhatIsOpenedAfterTheInputs() {
        try (Channel input = Flow.channel(root, "numbers");
                Channel output = Flow.channel(root, "hashes");
                Channel snapshots = Flow.channel(root, "snapshots")) {
            Flow.numbers(input, 1, 2);
            ComponentBuilder keeper =
                    Service.component("keeper").reads(input).writes(output).snapshots(snapshots, 10);
            assertSame(
                    error,
                    assertThrows(
                            Error.class,
                            () -> keeper.create(outputs -> {
                                outputs.as(Numbers.class);
                                return new Unsaid();
                            })));
            Flow.run(keeper.create(outputs -> new Keeper(outputs.as(Numbers.class))));
            assertEquals(Index.NONE, snapshots.journal().orElseThrow().lastIndex());
        }
    }
}
