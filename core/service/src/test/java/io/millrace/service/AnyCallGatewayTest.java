package io.millrace.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelWriter;
import io.millrace.wire.BinaryInput;
import io.millrace.wire.CallHooks;
import io.millrace.wire.CallSchema;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A gateway that is given calls of interfaces that it does not know. */
class AnyCallGatewayTest {

    @TempDir
    Path root;

    private final List<String> requests = new ArrayList<>();
    private final List<Integer> batches = new ArrayList<>();

    private final class AnyCalls implements Gateway, CallHooks.UnknownCallHandler {

        private final Sums out;
        private GatewayContext context;
        private int made;

        private AnyCalls(Sums out) {
            this.out = out;
        }

        @Override
        public void open(GatewayContext opened) {
            context = opened;
        }

        @Override
        public int batch() {
            return 2;
        }

        @Override
        public void unknown(CallSchema call, BinaryInput arguments) {
            assertTrue(context.index() > 0);
            made++;
            requests.add(call.methodName() + " " + arguments.remaining());
            out.sum("answered", requests.size());
        }

        @Override
        public void commit() {
            batches.add(made);
            made = 0;
        }

        @Override
        public void rollback() {
            made = 0;
        }

        @Override
        public void close() {}
    }

    @Test
    void everyCallIsARequestWithItsSchema() {
        try (Channel input = Channel.journal("requests", root.resolve("requests"), Flow.synced());
                Channel output = Flow.channel(root, "answers")) {
            try (ChannelWriter writer = input.writer()) {
                writer.as(Numbers.class).number(1);
                writer.as(Numbers.class).number(2);
                writer.as(Sums.class).sum("three", 3);
                writer.journalWriter().orElseThrow().sync();
            }
            input.markEnded();
            Flow.run(Service.gateway("any")
                    .reads(input)
                    .writes(output)
                    .create(outputs -> new AnyCalls(outputs.as(Sums.class))));
            assertEquals(List.of("number 1", "number 1", "sum 7"), requests);
            assertEquals(3, Flow.calls(output).size());
            assertEquals(List.of(2, 1), batches);
        }
    }
}
