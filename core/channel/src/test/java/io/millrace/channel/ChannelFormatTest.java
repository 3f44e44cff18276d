package io.millrace.channel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.millrace.channel.SnapshotMark.Edge;
import io.millrace.channel.SnapshotMark.Position;
import io.millrace.journal.JournalId;
import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The bytes of version 1, worked out by hand from docs/format/channel.md; they never change. */
class ChannelFormatTest {

    private final MemorySegment memory = MemorySegment.ofArray(new long[64]);
    private final BinaryOutput output = BinaryOutput.allocate(16);

    private String written() {
        return hex(memory.asSlice(0, output.position()).toArray(ValueLayout.JAVA_BYTE));
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    @Test
    void anEnvelopeWithoutInput() {
        Envelope.write(output, memory, 0, memory.byteSize(), 513);
        Envelope.stamp(memory, 0, 123456789L);
        assertEquals("15cd5b0700000000" + "01" + "0d00" + "0608", written());
    }

    @Test
    void anEnvelopeWithTwoHops() {
        Source feed = Source.external("feed");
        Input input = new Input().set(Source.external("trades"), 7, 1_800);
        input.history().add(feed, 3, 1_000, 1_500);
        Envelope.write(output, memory, 0, memory.byteSize(), 9, 1, input, source -> source.equals(feed) ? 5 : 42);
        Envelope.stamp(memory, 0, 2_000);
        assertEquals(
                "d007000000000000" + "02" + "1e00" + "e803000000000000" + "130305" + "0b07a20f6209" + "550f",
                written());
    }

    @Test
    void theRecordOfASource() {
        assertEquals("020b6665656400", hex(record(Source.external("feed"))));
        assertEquals(
                "020b6665656401" + "0000000000000001" + "0000000000000002",
                hex(record(Source.channel("feed", new JournalId(1, 2)))));
    }

    private static byte[] record(Source source) {
        BinaryOutput output = BinaryOutput.allocate(64);
        Metadata.source(output, source);
        return output.toByteArray();
    }

    @Test
    void theMarkOfASnapshot() {
        SnapshotMark mark = new SnapshotMark(
                Edge.END, Source.external("o"), 7, List.of(new Position(Source.external("i"), 5)), 3, 2);
        byte[] record = Metadata.snapshot(mark);
        assertEquals("0401" + "056f00" + "11" + "09" + "05" + "03" + "0569000d", hex(record));
        assertEquals(
                mark,
                Metadata.readSnapshot(new BinaryInput().wrap(MemorySegment.ofArray(record), 1, record.length - 1L)));
    }

    @Test
    void theRunsOfConsumedInputs() {
        Source left = Source.external("left");
        ConsumedRuns runs = new ConsumedRuns();
        runs.add(left, 4);
        runs.add(left, 6);
        runs.add(Source.external("right"), 9);
        runs.write(output, source -> source.equals(left) ? 1 : 2);
        assertEquals("05" + "030905" + "051301", hex(output.toByteArray()));
    }
}
