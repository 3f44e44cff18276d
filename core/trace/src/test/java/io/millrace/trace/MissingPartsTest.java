package io.millrace.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelEncryption;
import io.millrace.channel.JournalChannel;
import io.millrace.channel.JournalChannelWriter;
import io.millrace.channel.SnapshotMark;
import io.millrace.channel.SnapshotMark.Edge;
import io.millrace.fixtures.Await;
import io.millrace.journal.Epoch;
import io.millrace.journal.FileKeyProvider;
import io.millrace.journal.Index;
import io.millrace.journal.RetentionPolicy;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is missing in the data is stated in notes; the rest of the trace is there. */
class MissingPartsTest {

    @TempDir
    Path data;

    private static List<String> path(MessageTrace trace) {
        return trace.path().stream()
                .map(step -> step.component().orElse("?") + ">" + step.message().channel() + " "
                        + step.message().content())
                .toList();
    }

    private static void assertNote(MessageTrace trace, String begin) {
        assertFalse(trace.complete());
        assertTrue(
                trace.notes().stream().anyMatch(note -> note.startsWith(begin)),
                () -> "begin=" + begin + " notes=" + trace.notes());
    }

    /** Writes so many items through two stages, over many segments. */
    private static void flow(Channels channels, int items, Channel source, Channel middle, Channel end) {
        try (Feed feed = new Feed("feed", channels.clock, source);
                Stage first = new Stage("first", channels.clock, middle, source);
                Stage second = new Stage("second", channels.clock, end, middle)) {
            for (int number = 0; number < items; number++) {
                feed.send(number);
                assertTrue(first.take());
                assertTrue(second.take());
            }
        }
    }

    @Test
    void whatRetentionRemovedIsANote() {
        try (Channels channels = new Channels(data)) {
            Channel source = channels.journal("source");
            Channel middle = channels.journal("middle");
            Channel end = channels.journal("end");
            flow(channels, 4_000, source, middle, end);
            List<Long> sources = Indexes.of(source);
            List<Long> middles = Indexes.of(middle);
            List<Long> ends = Indexes.of(end);
            retain(middle);
            long removed = middles.get(10);
            MessageTrace last = channels.trace("end", ends.get(10));
            assertEquals(List.of("feed>source WHOLE", "first>middle REMOVED", "second>end WHOLE"), path(last));
            assertNote(last, "retention has removed a message channel=middle index=" + Index.toText(removed));
            assertEquals(OptionalLong.of(Stage.WAIT_NS), last.path().get(1).waitingNs(), "the history has the times");
            MessageTrace first = channels.trace("source", sources.get(10));
            assertEquals(ReadingState.UNKNOWN, first.readings().getFirst().state());
            assertNote(first, "retention has removed records, and perhaps those that name the message");
            MessageTrace gone = channels.trace("middle", removed);
            assertNote(gone, "retention has removed the message channel=middle index=" + Index.toText(removed));
            assertEquals(
                    List.of("feed>source WHOLE", "first>middle REMOVED"),
                    path(gone),
                    "its output has the history of the message");
            assertEquals(
                    ends.get(10),
                    gone.readings().getFirst().outputs().getFirst().message().index());
            MessageTrace kept = channels.trace("end", ends.getLast());
            assertTrue(kept.complete(), () -> kept.notes().toString());
        }
    }

    /** Removes all segments but the last ones, once the background thread has completed their index. */
    private static void retain(Channel channel) {
        var journal = channel.journal().orElseThrow();
        for (String name : journal.positions().keySet()) {
            journal.position(name).set(journal.lastIndex());
        }
        Await.until(
                "1000 messages are removed",
                () -> {
                    journal.retain(RetentionPolicy.keepAll().withMaxSizeBytes(1 << 16));
                    return journal.messagesBefore(Index.NONE) >= 1_000;
                },
                () -> "removed=" + journal.messagesBefore(Index.NONE));
    }

    @Test
    void aQueueInBetweenIsPassedThrough() {
        try (Channels channels = new Channels(data)) {
            Channel source = channels.journal("source");
            Channel queue = channels.queue("queue");
            Channel end = channels.journal("end");
            try (Feed feed = new Feed("feed", channels.clock, source);
                    Stage first = new Stage("first", channels.clock, queue, source).writing(number -> 2);
                    Stage second = new Stage("second", channels.clock, end, queue)
                            .writing(number -> number == 5 ? 0 : number == 6 ? 3 : 1)) {
                for (int number = 0; number < 100; number++) {
                    feed.send(number);
                    assertTrue(first.take());
                    assertTrue(second.take());
                    assertTrue(second.take());
                }
                second.checkpoint();
            }
            List<Long> sources = Indexes.of(source);
            List<Long> ends = Indexes.of(end);
            MessageTrace last = channels.trace("end", ends.get(13));
            assertTrue(last.complete(), () -> last.notes().toString());
            assertEquals(List.of("feed>source WHOLE", "first>queue NOT_KEPT", "second>end WHOLE"), path(last));
            assertEquals("queue@13", last.path().get(1).message().position());
            assertEquals(
                    OptionalLong.of(0),
                    channels.trace("end", ends.get(3))
                            .path()
                            .getLast()
                            .otherInputs()
                            .total());
            OtherInputs afterFive =
                    channels.trace("end", ends.get(10)).path().getLast().otherInputs();
            assertEquals(OptionalLong.of(2), afterFive.total());
            assertEquals(
                    List.of("queue@10", "queue@11"),
                    afterFive.inputs().stream().map(TracedMessage::position).toList());
            TraceReading six =
                    channels.trace("source", sources.get(6)).readings().getFirst();
            assertEquals(List.of("queue"), six.through());
            assertEquals(Optional.of("second"), six.component());
            assertEquals(ReadingState.OUTPUTS, six.state());
            assertEquals(6, six.total());
            TraceReading five =
                    channels.trace("source", sources.get(5)).readings().getFirst();
            assertEquals(ReadingState.PASSED, five.state(), "the journal does not say what became of it in the queue");
        }
    }

    @Test
    void encryptedMessagesAreFollowedWithoutKeysAndReadWithThem() {
        FileKeyProvider keys = FileKeyProvider.open(data.resolve("keys"));
        Path channelsPath = data.resolve("channels");
        try (Channels channels = new Channels(channelsPath)) {
            Channel source = channels.journal("source");
            Channel secret = channels.journal("secret", options -> options.withEncryption(ChannelEncryption.of(keys)));
            try (Feed feed = new Feed("feed", channels.clock, source);
                    Stage stage = new Stage("stage", channels.clock, secret, source)) {
                for (int number = 0; number < 50; number++) {
                    feed.send(number);
                }
                stage.run();
            }
            long index = Indexes.of(secret).get(7);
            MessageTrace without = channels.trace("secret", index);
            assertEquals(List.of("feed>source WHOLE", "stage>secret ENCRYPTED"), path(without));
            assertEquals("", without.message().text());
            assertEquals(Optional.of("step"), without.message().call());
            assertNote(without, "a message is encrypted, and no keys were given channel=secret");
            MessageTrace with = trace(channelsPath, keys, index);
            assertTrue(with.complete(), () -> with.notes().toString());
            assertTrue(with.message().text().contains("item 7"), with.message().text());
            long sourceIndex = Indexes.of(source).get(7);
            assertEquals(
                    1,
                    channels.trace("source", sourceIndex).readings().getFirst().total());
            keys.forget("secret");
            MessageTrace forgotten = trace(channelsPath, keys, index);
            assertEquals(MessageContent.FORGOTTEN, forgotten.message().content());
            assertNote(forgotten, "the key of a message is missing or was forgotten");
        }
    }

    private static MessageTrace trace(Path directory, FileKeyProvider keys, long index) {
        try (ChannelSet set = ChannelSet.open(directory, keys)) {
            return MessageTrace.follow(set, ChannelGraph.infer(set), "secret", index, TraceOptions.defaults());
        }
    }

    @Test
    void moreHopsThanAHistoryHoldsAreReadFromTheMessagesThemselves() {
        int length = 70;
        try (Channels channels = new Channels(data)) {
            List<Channel> chain = new ArrayList<>();
            List<Stage> stages = new ArrayList<>();
            chain.add(channels.journal("channel-00"));
            try (Feed feed = new Feed("feed", channels.clock, chain.getFirst())) {
                feed.send(1);
            }
            for (int number = 1; number < length; number++) {
                Channel next = channels.journal("channel-" + (number < 10 ? "0" : "") + number);
                stages.add(new Stage("stage-" + number, channels.clock, next, chain.getLast()));
                assertEquals(1, stages.getLast().run());
                chain.add(next);
            }
            stages.forEach(Stage::close);
            MessageTrace trace =
                    channels.trace("channel-69", Indexes.of(chain.getLast()).getFirst());
            assertTrue(trace.complete(), () -> trace.notes().toString());
            assertEquals(length, trace.path().size());
            assertEquals("feed>channel-00 WHOLE", path(trace).getFirst());
            assertEquals(
                    OptionalLong.of(1_000 + (length - 1) * (Stage.WAIT_NS + Stage.SERVICE_NS)),
                    trace.path().getLast().sinceStartNs());
            channels.close("channel-05");
            delete(data.resolve("channel-05"));
            MessageTrace shorter =
                    channels.trace("channel-69", Indexes.of(chain.getLast()).getFirst());
            assertNote(shorter, "the chain has older steps, which are not known");
        }
    }

    private static void delete(Path directory) {
        try (var files = Files.list(directory)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
            Files.delete(directory);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 31})
    void damageIsPassedOverWhereItIsElsewhere(int leader) throws IOException {
        List<Long> sources;
        List<Long> middles;
        try (Channels channels = new Channels(data)) {
            Channel source = channels.journal("source");
            Channel middle = channels.journal("middle");
            if (leader > 0) {
                try (Feed other = new Feed("other", channels.clock, middle)) {
                    other.send(0);
                }
                middle = channels.inEpoch("middle", new Epoch(1, leader));
            }
            flow(channels, 5_000, source, middle, channels.journal("end"));
            sources = Indexes.of(source);
            middles = Indexes.of(middle);
            middles.removeIf(index -> Index.leader(index) != leader);
        }
        for (int number = 100; number < 5_000; number += 400) {
            flip(middles.get(number));
        }
        try (Channels reading = new Channels(data)) {
            for (int number : new int[] {0, 199, 499, 2_300, 4_999}) {
                MessageTrace trace = reading.trace("source", sources.get(number));
                TraceReading found = trace.readings().getFirst();
                assertEquals(ReadingState.OUTPUTS, found.state(), () -> number + " " + trace.notes());
                assertEquals(
                        middles.get(number),
                        found.outputs().getFirst().message().index());
            }
            MessageTrace lost = reading.trace("source", sources.get(500));
            assertEquals(ReadingState.UNKNOWN, lost.readings().getFirst().state());
            assertNote(lost, "a damaged part was passed over channel=middle reason=wrong frame checksum");
            MessageTrace damaged = reading.trace("middle", middles.get(500));
            assertEquals(MessageContent.DAMAGED, damaged.message().content());
            assertEquals(ReadingState.OUTPUTS, damaged.readings().getFirst().state());
            assertEquals(List.of("feed>source WHOLE", "first>middle DAMAGED"), path(damaged));
        }
    }

    /** Flips a bit in the payload of a frame of the channel "middle". */
    private void flip(long index) throws IOException {
        String number = "00000000" + Index.segment(index);
        Path segment = data.resolve("middle").resolve(number.substring(number.length() - 8) + ".segment");
        try (RandomAccessFile file = new RandomAccessFile(segment.toFile(), "rw")) {
            file.seek(Index.position(index) + 40);
            int value = file.read();
            file.seek(Index.position(index) + 40);
            file.write(value ^ 4);
        }
    }

    @Test
    void aChannelThatCannotBeReadIsANote() throws IOException {
        List<Long> ends;
        List<Long> sources;
        try (Channels channels = new Channels(data)) {
            Channel source = channels.journal("source");
            Channel end = channels.journal("end");
            flow(channels, 20, source, channels.journal("middle"), end);
            ends = Indexes.of(end);
            sources = Indexes.of(source);
        }
        Files.writeString(data.resolve("middle").resolve("journal.table"), "no table");
        try (Channels reading = new Channels(data)) {
            MessageTrace last = reading.trace("end", ends.get(3));
            assertEquals(List.of("feed>source WHOLE", "first>middle MISSING", "second>end WHOLE"), path(last));
            assertNote(last, "a channel of the trace cannot be read channel=middle");
            MessageTrace first = reading.trace("source", sources.get(3));
            assertEquals(ReadingState.UNKNOWN, first.readings().getFirst().state());
            assertNote(first, "outputs cannot be searched in a channel that cannot be read channel=middle reason=");
        }
    }

    @Test
    void startsAndSnapshotsOfAComponentAreTakenIntoAccount() {
        try (Channels channels = new Channels(data)) {
            Channel source = channels.journal("source");
            JournalChannel output = channels.journal("output");
            JournalChannel snapshots = channels.journal("snapshots");
            try (Feed feed = new Feed("feed", channels.clock, source)) {
                for (int number = 0; number < 100; number++) {
                    feed.send(number);
                }
            }
            List<Long> sources = Indexes.of(source);
            try (JournalChannelWriter writer = output.writer()) {
                writer.mark(SnapshotMark.start(
                        output.source(),
                        Index.NONE,
                        List.of(new SnapshotMark.Position(source.source(), sources.get(9)))));
            }
            try (Stage stage = new Stage("stage", channels.clock, output, source).after(sources.get(9))) {
                assertEquals(90, stage.run());
            }
            try (JournalChannelWriter writer = snapshots.writer()) {
                SnapshotMark mark = new SnapshotMark(
                        Edge.BEGIN,
                        output.source(),
                        output.journal().orElseThrow().lastIndex(),
                        List.of(new SnapshotMark.Position(source.source(), sources.get(99))),
                        Index.NONE,
                        0);
                long begin = writer.mark(mark);
                writer.as(Steps.class).step(7, "state");
                writer.mark(mark.end(begin, 1));
            }
            TraceReading before =
                    channels.trace("source", sources.get(5)).readings().getFirst();
            assertEquals(ReadingState.PASSED, before.state());
            TraceReading after =
                    channels.trace("source", sources.get(10)).readings().getFirst();
            assertEquals(ReadingState.OUTPUTS, after.state());
            MessageTrace trace = channels.trace("output", Indexes.of(output).getFirst());
            assertEquals(OtherInputs.NONE, trace.path().getLast().otherInputs());
            assertEquals(1, channels.trace("source", sources.get(20)).readings().size(), "not the snapshots");
        }
    }

    @Test
    void aRunningWriterIsFollowed() throws InterruptedException {
        try (Channels channels = new Channels(data)) {
            Channel source = channels.journal("source");
            Channel output = channels.journal("output");
            AtomicBoolean done = new AtomicBoolean();
            Thread writer = Thread.ofPlatform().start(() -> {
                try (Feed feed = new Feed("feed", channels.clock, source);
                        Stage stage = new Stage("stage", channels.clock, output, source)) {
                    for (int number = 0; !done.get(); number++) {
                        feed.send(number);
                        stage.run();
                    }
                }
            });
            try {
                Await.until(
                        "the stage has written 100 messages",
                        () -> output.journal().orElseThrow().messages() >= 100);
                for (int run = 0; run < 10; run++) {
                    long last = Indexes.last(output);
                    MessageTrace trace = channels.trace("output", last);
                    assertTrue(trace.complete(), () -> trace.notes().toString());
                    assertEquals(2, trace.path().size());
                    TraceInput input = trace.path().getLast().input().orElseThrow();
                    TraceReading reading =
                            channels.trace("source", input.index()).readings().getFirst();
                    assertEquals(last, reading.outputs().getFirst().message().index());
                }
            } finally {
                done.set(true);
                writer.join();
            }
        }
    }
}
