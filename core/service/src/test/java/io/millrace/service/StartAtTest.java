package io.millrace.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.Channel;
import io.millrace.fixtures.Await;
import io.millrace.journal.Index;
import io.millrace.journal.Journal;
import io.millrace.journal.Positions;
import io.millrace.journal.ReaderPolicy;
import io.millrace.journal.RetentionPolicy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The first start of services on an input that has lost its first messages. */
class StartAtTest {

    private static final int MESSAGES = 5_000;

    @TempDir
    Path root;

    /** Removes the first segments of a channel, whatever their readers need. */
    private static long trim(Channel channel) {
        return trim(channel, 1);
    }

    private static long trim(Channel channel, long atLeast) {
        Journal journal = channel.journal().orElseThrow();
        RetentionPolicy policy = RetentionPolicy.keepAll().withMaxSizeBytes(1).withReaders(ReaderPolicy.IGNORE);
        Await.until(
                atLeast + " messages are removed",
                () -> {
                    journal.retain(policy);
                    return journal.messagesBefore(Index.NONE) >= atLeast;
                },
                () -> "removed=" + journal.messagesBefore(Index.NONE));
        return journal.messagesBefore(Index.NONE);
    }

    private static void numbers(Channel channel, long from, long to) {
        Flow.numbers(channel, LongStream.range(from, to).toArray());
    }

    /** A component with snapshots, and what it is told about where to begin. */
    private static ComponentBuilder keeper(Channel input, Channel output, Channel snapshots) {
        return Service.component("keeper").reads(input).writes(output).snapshots(snapshots, 100);
    }

    private static ServiceTask create(ComponentBuilder builder) {
        return builder.create(outputs -> new Keeper(outputs.as(Numbers.class)));
    }

    /** Passes on what it gets. */
    private static ServiceTask echo(ComponentBuilder builder, Channel output, Channel... inputs) {
        return builder.reads(inputs).writes(output).create(outputs -> outputs.as(Numbers.class));
    }

    private static List<Long> values(Channel channel) {
        List<Long> values = new ArrayList<>();
        for (String call : Flow.calls(channel)) {
            values.add(Long.parseLong(call.replaceAll("number: (-?\\d+) .*", "$1")));
        }
        return values;
    }

    @Test
    void aComponentWhoseOutputIsGoneDoesNotBeginInTheMiddle() {
        try (Channel input = Flow.channel(root, "numbers");
                Channel snapshots = Flow.channel(root, "snapshots")) {
            numbers(input, 0, MESSAGES);
            try (Channel output = Flow.channel(root, "kept")) {
                Flow.run(create(keeper(input, output, snapshots)));
            }
            Flow.delete(root.resolve("kept"));
            long removed = trim(input);
            try (Channel output = Flow.channel(root, "kept")) {
                for (int run = 0; run < 2; run++) {
                    ServiceException error = assertThrows(
                            ServiceException.class,
                            () -> Flow.run(
                                    create(keeper(input, output, snapshots).startAt(StartAt.OLDEST_KEPT))));
                    assertTrue(error.getMessage().contains("the service was started before"), error.getMessage());
                    assertTrue(error.getMessage().contains(" input=numbers removed=" + removed), error.getMessage());
                    assertTrue(error.getMessage().contains(" madeForOutput=kept/"), error.getMessage());
                }
                assertEquals(List.of(), Flow.calls(output));
            }
            try (Positions positions = Positions.open(root.resolve("numbers"))) {
                positions.delete("restart of keeper");
            }
            try (Channel output = Flow.channel(root, "kept")) {
                Flow.run(create(keeper(input, output, snapshots).startAt(StartAt.OLDEST_KEPT)));
                assertEquals(MESSAGES - removed, inputsOf(output, input));
            }
        }
    }

    /** Returns how many inputs an output says that it was made from. */
    private static long inputsOf(Channel output, Channel input) {
        List<String> order = Flow.order(output);
        Journal journal = input.journal().orElseThrow();
        String first = order.getFirst();
        long from = Long.parseLong(first.replaceAll("numbers@(\\d+).*", "$1"));
        return journal.messages() - journal.messagesBefore(from);
    }

    @Test
    void aNewComponentIsToldWhereToBegin() {
        try (Channel input = Flow.channel(root, "numbers")) {
            numbers(input, 0, MESSAGES);
            long removed = trim(input);
            List<Long> kept = LongStream.range(removed, MESSAGES).boxed().toList();
            try (Channel output = Flow.channel(root, "refused")) {
                ServiceException error = assertThrows(
                        ServiceException.class, () -> Flow.run(echo(Service.component("refused"), output, input)));
                assertTrue(error.getMessage().contains("startAt: OLDEST_KEPT or END"), error.getMessage());
                assertTrue(error.getMessage().contains(" removed=" + removed), error.getMessage());
                assertEquals(List.of(), Flow.calls(output));
            }
            try (Channel oldest = Flow.channel(root, "oldest");
                    Channel end = Flow.channel(root, "end")) {
                Flow.run(echo(Service.component("oldest").startAt(StartAt.OLDEST_KEPT), oldest, input));
                Flow.run(echo(Service.component("end").startAt(StartAt.END), end, input));
                assertEquals(kept, values(oldest));
                assertEquals(List.of(), values(end));
            }
            numbers(input, MESSAGES, MESSAGES + 3);
            // A restart begins where the first start did, whatever the topology says now.
            for (int run = 0; run < 2; run++) {
                try (Channel oldest = Flow.channel(root, "oldest");
                        Channel end = Flow.channel(root, "end")) {
                    Flow.run(echo(Service.component("oldest").startAt(StartAt.END), oldest, input));
                    ComponentBuilder builder = Service.component("end");
                    Flow.run(echo(run == 0 ? builder : builder.startAt(StartAt.OLDEST_KEPT), end, input));
                    assertEquals(kept.size() + 3, values(oldest).size());
                    assertEquals(List.of(5_000L, 5_001L, 5_002L), values(end));
                }
            }
        }
    }

    @Test
    void anInputThatIsAddedIsToldWhereToBegin() {
        try (Channel whole = Flow.channel(root, "whole");
                Channel trimmed = Flow.channel(root, "trimmed");
                Channel output = Flow.channel(root, "output")) {
            numbers(whole, 0, 3);
            Flow.run(echo(Service.component("echo"), output, whole));
            numbers(trimmed, 0, MESSAGES);
            trim(trimmed);
            ServiceException error = assertThrows(
                    ServiceException.class, () -> Flow.run(echo(Service.component("echo"), output, whole, trimmed)));
            assertTrue(error.getMessage().contains(" input=trimmed "), error.getMessage());
            Flow.run(echo(Service.component("echo").startAt(StartAt.END), output, whole, trimmed));
            numbers(trimmed, MESSAGES, MESSAGES + 1);
            for (int run = 0; run < 2; run++) {
                Flow.run(echo(Service.component("echo"), output, whole, trimmed));
                assertEquals(List.of(0L, 1L, 2L, 5_000L), values(output));
            }
        }
    }

    @Test
    void anInputThatIsWholeNeedsNothing() {
        try (Channel input = Flow.channel(root, "numbers");
                Channel output = Flow.channel(root, "output")) {
            numbers(input, 0, 10);
            Flow.run(echo(Service.component("echo").startAt(StartAt.OLDEST_KEPT), output, input));
            Flow.run(echo(Service.component("echo").startAt(StartAt.END), output, input));
            assertEquals(LongStream.range(0, 10).boxed().toList(), values(output));
        }
    }

    private ServiceTask table(GatewayBuilder builder, Channel output, Channel input) {
        return builder.reads(input)
                .writes(output)
                .create(outputs -> new FileTable(outputs.as(Numbers.class), root.resolve(builder.name + ".file")));
    }

    @Test
    void aGatewayIsToldWhereToBegin() {
        try (Channel input = Channel.journal("numbers", root.resolve("numbers"), Flow.synced())) {
            numbers(input, 0, MESSAGES);
            long removed = trim(input);
            try (Channel output = Flow.channel(root, "refused")) {
                ServiceException error = assertThrows(
                        ServiceException.class, () -> Flow.run(table(Service.gateway("refused"), output, input)));
                assertTrue(error.getMessage().contains(" input=numbers removed=" + removed), error.getMessage());
            }
            try (Channel oldest = Flow.channel(root, "oldest");
                    Channel end = Flow.channel(root, "end")) {
                for (int run = 0; run < 2; run++) {
                    Flow.run(table(Service.gateway("oldest").startAt(StartAt.OLDEST_KEPT), oldest, input));
                    Flow.run(table(Service.gateway("end").startAt(StartAt.END), end, input));
                }
                numbers(input, MESSAGES, MESSAGES + 2);
                Flow.run(table(Service.gateway("oldest"), oldest, input));
                Flow.run(table(Service.gateway("end"), end, input));
                assertEquals(LongStream.range(removed, MESSAGES + 2).boxed().toList(), values(oldest));
                assertEquals(List.of(5_000L, 5_001L), values(end));
            }
        }
    }

    @Test
    void aGatewayWhoseOutcomesAreGoneRepeatsNothing() {
        try (Channel input = Channel.journal("numbers", root.resolve("numbers"), Flow.synced())) {
            numbers(input, 0, 1_000);
            try (Channel output = Flow.channel(root, "rows")) {
                Flow.run(table(Service.gateway("table"), output, input));
            }
            Flow.delete(root.resolve("rows"));
            try (Channel output = Flow.channel(root, "rows")) {
                ServiceException error = assertThrows(
                        ServiceException.class, () -> Flow.run(table(Service.gateway("table"), output, input)));
                assertTrue(error.getMessage().contains("outcomes of answered requests"), error.getMessage());
                assertTrue(error.getMessage().contains(" input=numbers answeredUpTo=0:"), error.getMessage());
                assertEquals(List.of(), values(output));
            }
        }
    }

    private static ServiceTask counter(SourceBuilder builder, Channel output, long limit) {
        return builder.writes(output).create(outputs -> new Counter(outputs.as(Numbers.class), limit));
    }

    @Test
    void aSourceWhoseItemsAreGoneSendsNoneAgain() {
        try (Channel output = Flow.channel(root, "numbers")) {
            Flow.run(counter(Service.source("counter"), output, MESSAGES));
            // What another process appends comes from no source.
            numbers(output, 0, 2 * MESSAGES);
            trim(output, MESSAGES);
            ServiceException error = assertThrows(
                    ServiceException.class, () -> Flow.run(counter(Service.source("counter"), output, MESSAGES)));
            assertTrue(error.getMessage().contains("retention has removed all of them"), error.getMessage());
        }
    }

    @Test
    void retentionKeepsTheNewestItemOfASource() {
        try (Channel output = Flow.channel(root, "numbers")) {
            Flow.run(counter(Service.source("counter"), output, MESSAGES));
            numbers(output, 0, 2 * MESSAGES);
            Journal journal = output.journal().orElseThrow();
            RetentionPolicy policy = RetentionPolicy.keepAll().withMaxSizeBytes(1);
            Await.until(
                    "retention is held up",
                    () -> !journal.retain(policy).heldBy().isEmpty());
            assertEquals(List.of("restart of counter"), journal.retain(policy).heldBy());
            Flow.run(counter(Service.source("counter"), output, MESSAGES + 1));
            assertEquals(MESSAGES, values(output).getLast());
        }
    }
}
