package io.millrace.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.service.TimerEvents;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.CallSchema;
import io.millrace.wire.Wire;
import io.millrace.wire.WireTypes;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class CallCodecTest {
    private static final CallSchema GIVE =
            Wire.closed().offeredCalls(Gifts.class).getFirst().call();

    private final CallCodec codec = new CallCodec(List.of(Gifts.class), WireTypes.none());

    private static BinaryOutput give(String from, String to, long points) {
        BinaryOutput out = BinaryOutput.allocate(256);
        out.writeString(from);
        out.writeString(to);
        out.writeLong(points);
        return out;
    }

    private byte[] batch(int calls) {
        CallCodec.Writer writer = codec.writer(10_000);
        writer.begin("anna");
        for (int i = 0; i < calls; i++) {
            BinaryOutput out = give("anna", "ben", i);
            assertTrue(writer.add(i, GIVE, out.segment(), out.start(), out.length()));
        }
        return writer.bytes();
    }

    @Test
    void aBatchIsReadAsItWasWritten() {
        CallCodec.Batch read = codec.read(batch(3)).orElseThrow();
        assertEquals("anna", read.client());
        assertEquals(3, read.calls().size());
        assertEquals(2, read.calls().get(2).number());
        assertEquals(GIVE, read.calls().get(2).schema());
    }

    @Test
    void aBatchHasABoundAndKnownCallsAlone() {
        CallCodec.Writer writer = codec.writer(60);
        writer.begin("anna");
        BinaryOutput out = give("anna", "ben", 1);
        assertTrue(writer.isEmpty());
        assertTrue(writer.add(0, GIVE, out.segment(), out.start(), out.length()));
        assertFalse(writer.add(1, GIVE, out.segment(), out.start(), out.length()));
        CallSchema other =
                Wire.closed().offeredCalls(TimerEvents.class).getFirst().call();
        assertFalse(codec.isKnown(other));
        CallCodec.Writer roomy = codec.writer(1_000);
        roomy.begin("anna");
        assertThrows(LedgerException.class, () -> roomy.add(0, other, MemorySegment.ofArray(new byte[8]), 0, 8));
    }

    @Test
    void whatIsNoBatchIsRefusedWithoutAnError() {
        byte[] whole = batch(4);
        for (int length = 0; length < whole.length; length++) {
            assertEquals(Optional.empty(), codec.read(Arrays.copyOf(whole, length)));
        }
        assertEquals(Optional.empty(), codec.read(Arrays.copyOf(whole, whole.length + 1)));
        SplittableRandom random = new SplittableRandom(5);
        for (int i = 0; i < 20_000; i++) {
            byte[] changed = whole.clone();
            for (int change = random.nextInt(1, 4); change > 0; change--) {
                changed[random.nextInt(changed.length)] = (byte) random.nextInt(256);
            }
            codec.read(changed).ifPresent(batch -> assertTrue(batch.calls().size() <= 4));
        }
    }
}
