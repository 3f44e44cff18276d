package io.millrace.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is written again before the gate opens, where queues have become journals. */
class RefillTest {

    private static final int POLLS = 100;
    private static final List<String> SERVICES = List.of("first", "second", "third");

    @TempDir
    private Path directory;

    /** Numbers, two channels after them and an output, with a service between each two that doubles its calls. */
    private final class Run implements AutoCloseable {

        private final List<Channel> channels = new ArrayList<>();
        private final List<ServiceTask> services = new ArrayList<>();

        Run(boolean areQueues) {
            channels.add(Flow.channel(directory, "numbers"));
            for (String name : List.of("once", "twice")) {
                channels.add(
                        areQueues
                                ? Channel.queue(name, 1 << 12, ChannelOptions.defaults())
                                : Flow.channel(directory, name));
            }
            channels.add(Flow.channel(directory, "out"));
        }

        void add(String name, StartGate gate) {
            int at = SERVICES.indexOf(name);
            services.add(Service.component(name)
                    .reads(channels.get(at))
                    .writes(channels.get(at + 1))
                    .gate(gate)
                    .create(outputs -> {
                        Numbers out = outputs.as(Numbers.class);
                        return (Numbers) value -> {
                            out.number(value);
                            out.number(-value);
                        };
                    }));
        }

        void poll() {
            for (int poll = 0; poll < POLLS; poll++) {
                services.forEach(ServiceTask::poll);
            }
        }

        /** Returns how many calls each channel after the numbers has. */
        List<Integer> calls() {
            return channels.subList(1, channels.size()).stream()
                    .map(channel -> Flow.calls(channel).size())
                    .toList();
        }

        @Override
        public void close() {
            services.forEach(ServiceTask::close);
            channels.forEach(Channel::close);
        }
    }

    /** Five numbers pass through queues, and four more wait. */
    @BeforeEach
    void runWithQueues() {
        StartGate gate = new StartGate();
        try (Run run = new Run(true)) {
            Flow.numbers(run.channels.getFirst(), 1, 2, 3, 4, 5);
            SERVICES.forEach(name -> run.add(name, gate));
            run.poll();
        }
        try (Run run = new Run(true)) {
            Flow.numbers(run.channels.getFirst(), 6, 7, 8, 9);
        }
    }

    @Test
    void journalsGetWhatRestartsNeedBeforeTheGateOpensAndNoMore() {
        StartGate gate = new StartGate();
        try (Run run = new Run(false)) {
            gate.join(); // of a service that compares for longer
            SERVICES.forEach(name -> run.add(name, gate));
            run.poll();
            assertEquals(List.of(10, 20, 40), run.calls());
            gate.checked();
            gate.opened();
            run.poll();
            assertEquals(List.of(18, 36, 72), run.calls());
        }
    }

    @Test
    void aRestartInTheMiddleContinuesWithWhatIsThere() {
        for (int polls = 1; polls < 20; polls++) {
            StartGate gate = new StartGate();
            try (Run run = new Run(false)) {
                SERVICES.reversed().forEach(name -> run.add(name, gate));
                for (int poll = 0; poll < polls; poll++) {
                    run.services.get(poll % SERVICES.size()).poll();
                }
            }
        }
        StartGate gate = new StartGate();
        try (Run run = new Run(false)) {
            SERVICES.forEach(name -> run.add(name, gate));
            run.poll();
            assertEquals(List.of(18, 36, 72), run.calls());
        }
    }

    @Test
    void whatCannotBeMadeAgainIsAnErrorBeforeAnythingIsWritten() {
        try (Run run = new Run(false)) {
            run.add("third", new StartGate());
            ServiceException error = assertThrows(ServiceException.class, run::poll);
            assertTrue(
                    error.getMessage().contains("service=third channel=twice input=twice@0 output=out@"),
                    error.getMessage());
            assertEquals(List.of(0, 0, 40), run.calls());
        }
    }
}
