package io.millrace.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Services that share one {@link StartGate}: none reaches outside or writes before all others can continue. */
class SharedGateTest {

    private static final int POLLS = 20;

    private final List<String> opened = new ArrayList<>();
    private final StartGate gate = new StartGate();

    @TempDir
    Path root;

    /** Sends one number. */
    private final class OneNumber implements ExternalSource {

        private final Numbers out;

        private OneNumber(Numbers out) {
            this.out = out;
        }

        @Override
        public void open(long resumeAfter) {
            opened.add("source");
        }

        @Override
        public Progress poll(SourceContext context) {
            if (opened.contains("sent")) {
                return Progress.ENDED;
            }
            opened.add("sent");
            context.index(0);
            out.number(5);
            return Progress.EMITTED;
        }

        @Override
        public void close() {}
    }

    /** Answers each request by itself. */
    private final class Echo implements Gateway, Numbers {

        private final Sums out;

        private Echo(Sums out) {
            this.out = out;
        }

        @Override
        public void open(GatewayContext context) {
            opened.add("gateway");
        }

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

    private static void poll(ServiceTask task) {
        for (int i = 0; i < POLLS; i++) {
            task.poll();
        }
    }

    /** Another service joins the gate first, is refused for long, then can continue, and then has opened. */
    private void waits(ServiceTask task, Channel output, List<String> onceAllHaveChecked) {
        poll(task);
        assertEquals(List.of(), opened, "nothing outside is opened while another one may be refused");
        assertEquals(List.of(), Flow.calls(output));
        gate.checked();
        poll(task);
        assertEquals(onceAllHaveChecked, opened);
        assertEquals(List.of(), Flow.calls(output), "nothing is written before all have opened");
        gate.opened();
        poll(task);
        assertEquals(1, Flow.calls(output).size());
        assertTrue(task.done());
        task.close();
    }

    @Test
    void aSource() {
        gate.join();
        try (Channel output = Flow.channel(root, "numbers")) {
            waits(
                    Service.source("one")
                            .writes(output)
                            .gate(gate)
                            .create(outputs -> new OneNumber(outputs.as(Numbers.class))),
                    output,
                    List.of("source"));
        }
    }

    @Test
    void aGateway() {
        gate.join();
        try (Channel input = Channel.journal("requests", root.resolve("requests"), Flow.synced());
                ChannelWriter writer = input.writer();
                Channel output = Flow.channel(root, "answers")) {
            writer.as(Numbers.class).number(5);
            writer.journalWriter().orElseThrow().sync();
            input.markEnded();
            waits(
                    Service.gateway("echo")
                            .reads(input)
                            .writes(output)
                            .gate(gate)
                            .create(outputs -> new Echo(outputs.as(Sums.class))),
                    output,
                    List.of("gateway"));
        }
    }

    @Test
    void aComponent() {
        gate.join();
        try (Channel input = Flow.channel(root, "numbers");
                Channel output = Flow.channel(root, "sums")) {
            Flow.numbers(input, 5);
            waits(
                    Service.component("echo")
                            .reads(input)
                            .writes(output)
                            .gate(gate)
                            .create(outputs -> {
                                Sums out = outputs.as(Sums.class);
                                return (Numbers) value -> out.sum("echo", value);
                            }),
                    output,
                    List.of());
        }
    }
}
