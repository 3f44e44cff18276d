package io.millrace.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.channel.ChannelWriter;
import io.millrace.channel.ReaderOptions;
import io.millrace.journal.Durability;
import io.millrace.journal.Journal;
import io.millrace.journal.Mark;
import io.millrace.leaks.ExpectedLog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GatewayServiceTest {

    @TempDir
    Path root;

    private final List<String> troubles = new ArrayList<>();

    /** A gateway to a file: a line for each request, with its outcome. The file is the other side. */
    private final class FileGateway implements Gateway, Numbers {

        private final Path file;
        private final Sums out;
        private final Map<String, Long> known = new HashMap<>();
        private final List<String> open = new ArrayList<>();
        private GatewayContext context;
        private long total;
        private int commits;

        private FileGateway(Path file, Sums out) {
            this.file = file;
            this.out = out;
        }

        @Override
        public void open(GatewayContext opened) {
            trouble("open");
            context = opened;
            known.clear();
            total = 0;
            try {
                if (Files.exists(file)) {
                    for (String line : Files.readAllLines(file)) {
                        int space = line.indexOf(' ');
                        total = Long.parseLong(line.substring(space + 1));
                        known.put(line.substring(0, space), total);
                    }
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private void trouble(String when) {
            if (!troubles.isEmpty() && troubles.getFirst().equals(when)) {
                troubles.removeFirst();
                throw new GatewayUnavailableException("away at " + when);
            }
            if (!troubles.isEmpty() && troubles.getFirst().equals("killed at " + when)) {
                troubles.removeFirst();
                throw new KilledError();
            }
        }

        @Override
        public void number(long value) {
            trouble("request");
            String key = context.journalId() + ":" + context.index();
            Long outcome = known.get(key);
            if (outcome == null) {
                total += value;
                outcome = total;
                known.put(key, outcome);
                open.add(key + " " + outcome);
            }
            out.sum("outcome", outcome);
        }

        @Override
        public void commit() {
            trouble("commit");
            try {
                Files.write(file, open, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            open.clear();
            commits++;
            trouble("committed");
        }

        @Override
        public void rollback() {
            open.clear();
        }

        @Override
        public void close() {}
    }

    /** Stands for a kill: nothing of the service runs after it. */
    private static final class KilledError extends VirtualMachineError {

        private static final long serialVersionUID = 1L;
    }

    /** Runs a gateway until the error that stands for a kill. */
    private void assertKilled(GatewayBuilder builder) {
        Throwable thrown = assertThrows(Throwable.class, () -> Flow.run(task(builder)));
        Throwable error = thrown instanceof InputFailedException ? thrown.getCause() : thrown;
        assertInstanceOf(KilledError.class, error, thrown.toString());
    }

    private GatewayBuilder gateway(Channel output, long[] nowNs, Channel... inputs) {
        return Service.gateway("files").reads(inputs).writes(output).batch(4).clock(() -> nowNs[0]);
    }

    private ServiceTask task(GatewayBuilder builder) {
        return builder.create(outputs -> new FileGateway(root.resolve("other-side"), outputs.as(Sums.class)));
    }

    private Channel requests(long... values) {
        Channel input = Channel.journal("requests", root.resolve("requests"), Flow.synced());
        try (ChannelWriter writer = input.writer()) {
            Numbers numbers = writer.as(Numbers.class);
            for (long value : values) {
                numbers.number(value);
            }
        }
        input.markEnded();
        return input;
    }

    private void check(Channel output, int count) throws IOException {
        List<String> lines = Files.readAllLines(root.resolve("other-side"));
        assertEquals(count, lines.size(), "an effect was lost or repeated: " + lines);
        List<String> calls = Flow.calls(output);
        assertEquals(count, calls.size());
        for (int i = 0; i < count; i++) {
            String total = lines.get(i).substring(lines.get(i).indexOf(' ') + 1);
            assertTrue(calls.get(i).startsWith("sum: [outcome, " + total + "] requests@"), calls.get(i));
        }
    }

    @Test
    void outcomesAreOneForEachRequestInTheirOrder() throws IOException {
        long[] nowNs = {1};
        try (Channel input = requests(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
                Channel output = Flow.channel(root, "outcomes")) {
            ServiceTask task = task(gateway(output, nowNs, input));
            Flow.run(task);
            assertEquals(3, ((FileGateway) task.component()).commits);
            check(output, 10);
            ServiceTask again = task(gateway(output, nowNs, input));
            Flow.run(again);
            assertEquals(0, again.inputs());
            check(output, 10);
        }
    }

    @Test
    void aKillBetweenCommitAndPublicationRepeatsNoEffect() throws IOException {
        long[] nowNs = {1};
        try (Channel input = requests(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
                Channel output = Flow.channel(root, "outcomes")) {
            String[][] kills = {
                {"killed at commit"}, {"killed at committed"}, {"killed at request"}, {"killed at committed"}
            };
            for (String[] kill : kills) {
                troubles.addAll(List.of(kill));
                assertKilled(gateway(output, nowNs, input));
            }
            Flow.run(task(gateway(output, nowNs, input)));
            check(output, 10);
        }
    }

    /** The other side remembers nothing here, so the outcomes alone say what was carried out. */
    @Test
    void whatHasAnOutcomeIsNotCarriedOutAgainAfterAKill() {
        List<Long> carriedOut = new ArrayList<>();
        AtomicInteger commitsLeft = new AtomicInteger(1);
        try (Channel input = requests(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
                Channel output = Flow.channel(root, "outcomes")) {
            GatewayBuilder builder = gateway(output, new long[] {1}, input);
            ComponentFactory<Gateway> forgetful =
                    outputs -> new Forgetful(outputs.as(Sums.class), carriedOut, commitsLeft);
            assertThrows(KilledError.class, () -> Flow.run(builder.create(forgetful)));
            assertEquals(List.of(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L), carriedOut);
            carriedOut.clear();
            commitsLeft.set(Integer.MAX_VALUE);
            Flow.run(builder.create(forgetful));
            assertEquals(List.of(5L, 6L, 7L, 8L, 9L, 10L), carriedOut);
            carriedOut.clear();
            Flow.run(builder.create(forgetful));
            assertEquals(List.of(), carriedOut);
        }
    }

    /** Carries out whatever it is asked for, and is killed at a commit. */
    private record Forgetful(Sums out, List<Long> carriedOut, AtomicInteger commitsLeft) implements Gateway, Numbers {

        @Override
        public void open(GatewayContext context) {}

        @Override
        public void number(long value) {
            carriedOut.add(value);
            out.sum("outcome", value);
        }

        @Override
        public void commit() {
            if (commitsLeft.getAndDecrement() == 0) {
                throw new KilledError();
            }
        }

        @Override
        public void rollback() {}

        @Override
        public void close() {}
    }

    @Test
    @ExpectedLog("the other side is away")
    void aGatewayThatIsAwayIsAskedAgain() throws IOException {
        long[] nowNs = {1};
        try (Channel input = requests(1, 2, 3, 4, 5, 6);
                Channel output = Flow.channel(root, "outcomes")) {
            troubles.addAll(List.of("open", "open", "request", "commit", "committed", "open"));
            ServiceTask task = task(gateway(output, nowNs, input));
            List<Long> pauses = new ArrayList<>();
            while (!task.done()) {
                int before = troubles.size();
                long startedNs = nowNs[0];
                while (troubles.size() == before && !task.done()) {
                    task.poll();
                    nowNs[0] += 50_000_000L;
                }
                pauses.add(nowNs[0] - startedNs);
            }
            task.close();
            check(output, 6);
            assertTrue(pauses.get(2) > pauses.get(1), "the pauses grow: " + pauses);
        }
    }

    @Test
    @ExpectedLog("the other side is away")
    void itGivesUpInTheEnd() {
        long[] nowNs = {1};
        try (Channel input = requests(1);
                Channel output = Flow.channel(root, "outcomes")) {
            for (int i = 0; i < 100; i++) {
                troubles.add("open");
            }
            ServiceTask task = task(gateway(output, nowNs, input).giveUpAfter(Duration.ofSeconds(20)));
            ServiceException error = assertThrows(ServiceException.class, () -> {
                for (int i = 0; i < 1_000; i++) {
                    task.poll();
                    nowNs[0] += 100_000_000L;
                }
            });
            assertTrue(error.getMessage().contains("service=files"), error.getMessage());
            assertTrue(error.getMessage().contains("away at open"), error.getMessage());
            assertTrue(nowNs[0] < 30_000_000_000L, "nowNs=" + nowNs[0]);
            task.close();
        }
    }

    @Test
    void requestsThatMayBeLostAreRefused() {
        try (Channel input = Flow.channel(root, "requests");
                Channel output = Flow.channel(root, "outcomes")) {
            ServiceException error =
                    assertThrows(ServiceException.class, () -> task(gateway(output, new long[1], input)));
            assertTrue(error.getMessage().contains("input=requests durability=MAPPED"), error.getMessage());
        }
    }

    @Test
    void aRequestIsCarriedOutOnceItIsAcknowledged() {
        try (Channel input = Channel.journal("requests", root.resolve("requests"), Flow.synced());
                ChannelWriter writer = input.writer();
                Channel output = Flow.channel(root, "outcomes")) {
            Journal journal = input.journal().orElseThrow();
            journal.becomeSource(0);
            for (long value = 1; value <= 3; value++) {
                writer.as(Numbers.class).number(value);
            }
            writer.journalWriter().orElseThrow().sync();
            ServiceTask task = task(gateway(output, new long[] {1}, input));
            List<Long> done = new ArrayList<>();
            for (long index : indexes(input)) {
                for (int poll = 0; poll < 10; poll++) {
                    task.poll();
                }
                done.add(task.inputs());
                journal.raiseMark(Mark.asAsked(index + 1));
            }
            task.poll();
            assertEquals(List.of(0L, 1L, 2L), done, "copies may still lose what is not acknowledged");
            assertEquals(3, task.inputs());
            task.close();
        }
    }

    private static List<Long> indexes(Channel channel) {
        List<Long> indexes = new ArrayList<>();
        try (ChannelCursor cursor = channel.cursor()) {
            while (cursor.next() == Entry.CALL) {
                indexes.add(cursor.index());
            }
        }
        return indexes;
    }

    /** Only where the reader waits for it does a request survive a loss of power before it has an effect. */
    @Test
    void whatIsReadIsSynced() {
        List<ReaderOptions> asked = new ArrayList<>();
        try (Channel input = requests(1);
                Channel output = Flow.channel(root, "outcomes")) {
            Channel watched = (Channel) Proxy.newProxyInstance(
                    Channel.class.getClassLoader(), new Class<?>[] {Channel.class}, (_, method, arguments) -> {
                        if (method.getName().equals("reader") && arguments[1] instanceof ReaderOptions options) {
                            asked.add(options);
                        }
                        return method.invoke(input, arguments);
                    });
            task(gateway(output, new long[] {1}, watched)).close();
            assertEquals(
                    List.of(Durability.SYNCED),
                    asked.stream().map(options -> options.tailer().level()).toList());
        }
    }

    @Test
    void aRequestWithoutOneAnswerIsAnError() {
        try (Channel input = requests(1);
                Channel output = Flow.channel(root, "outcomes")) {
            for (int answers : new int[] {0, 2}) {
                ServiceTask task = gateway(output, new long[] {1}, input)
                        .create(outputs -> new Answering(outputs.as(Sums.class), answers));
                ServiceException error = assertThrows(ServiceException.class, () -> Flow.run(task));
                assertTrue(error.getMessage().contains("answers=" + answers), error.getMessage());
                assertEquals(List.of(), Flow.calls(output));
            }
        }
    }

    /** Answers as often as it is told. */
    private record Answering(Sums out, int answers) implements Gateway, Numbers {

        @Override
        public void open(GatewayContext context) {}

        @Override
        public void number(long value) {
            for (int i = 0; i < answers; i++) {
                out.sum("answer", i);
            }
        }

        @Override
        public void commit() {}

        @Override
        public void rollback() {}

        @Override
        public void close() {}
    }
}
