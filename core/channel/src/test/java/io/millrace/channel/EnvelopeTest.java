package io.millrace.channel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.wire.BinaryOutput;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class EnvelopeTest {

    private static final int AT = 64;

    private final MemorySegment memory = MemorySegment.ofArray(new long[2048]);
    private final BinaryOutput output = BinaryOutput.allocate(16);
    private final Envelope envelope = new Envelope();
    private final List<Source> sources = new ArrayList<>();

    private long number(Source source) {
        if (!sources.contains(source)) {
            sources.add(source);
        }
        return sources.indexOf(source) * 37L + 5;
    }

    private Source source(long number) {
        return sources.get((int) ((number - 5) / 37));
    }

    private int write(long callNumber, long k, Input input) {
        Envelope.write(output, memory, AT, memory.byteSize(), callNumber, k, input, this::number);
        return (int) (output.position() - AT);
    }

    @Test
    void aCallFromNothingHasNoHistory() {
        Envelope.write(output, memory, AT, memory.byteSize(), 513);
        Envelope.stamp(memory, AT, 123456789L);
        int length = (int) (output.position() - AT);
        envelope.wrap(memory, AT, length + 40);
        assertEquals(513, envelope.callNumber());
        assertEquals(0, envelope.number());
        assertEquals(123456789L, envelope.timeNs());
        assertEquals(length, envelope.argumentsOffset());
        assertTrue(envelope.last());
        History history = new History();
        envelope.history(history, this::source);
        assertEquals(0, history.size());
    }

    @Test
    void whatIsWrittenIsReadForAnyHistory() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int round = 0; round < 2_000; round++) {
            Input input = new Input();
            History hops = input.history();
            int size = random.nextInt(History.MAX_HOPS);
            input.set(Source.external("s" + random.nextInt(9)), anyIndex(random), anyTime(random));
            for (int i = 0; i < size; i++) {
                hops.add(Source.external("s" + random.nextInt(9)), anyIndex(random), anyTime(random), anyTime(random));
            }
            int length = write(random.nextInt(1 << 24) + 1L, round + 1L, input);
            assertTrue(length <= Envelope.MAX_BYTES, "seed=" + seed);
            long timeOutNs = anyTime(random);
            Envelope.stamp(memory, AT, timeOutNs);
            envelope.wrap(memory, AT, length);
            History read = new History();
            envelope.history(read, this::source);
            hops.add(input.source(), input.index(), input.timeInNs(), timeOutNs);
            assertEquals(text(hops), text(read), "seed=" + seed);
            assertEquals(round + 1L, envelope.number(), "seed=" + seed);
            assertFalse(envelope.last());
            Envelope.markLast(memory, AT);
            envelope.wrap(memory, AT, length);
            assertTrue(envelope.last());
        }
    }

    @Test
    void theOldestHopsAreLeftOutWhenThereAreTooMany() {
        Input input = new Input().set(Source.external("in"), 7, 1_000);
        for (int i = 0; i < History.MAX_HOPS; i++) {
            input.history().add(Source.external("s"), i, 10L * i, 10L * i + 5);
        }
        int length = write(1, 1, input);
        Envelope.stamp(memory, AT, 2_000);
        envelope.wrap(memory, AT, length);
        History read = new History();
        envelope.history(read, this::source);
        assertEquals(History.MAX_HOPS, read.size());
        assertTrue(read.olderLeftOut());
        assertEquals(1, read.index(0));
        assertEquals(10, read.timeInNs(0));
        assertEquals(7, read.index(History.MAX_HOPS - 1));
        assertEquals(2_000, read.timeOutNs(History.MAX_HOPS - 1));
    }

    @Test
    void noBytesWhateverGiveAnythingButAChannelException() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        Input input = new Input().set(Source.external("in"), 7, 1_000);
        input.history().add(Source.external("s"), 3, 4, 5);
        for (int round = 0; round < 20_000; round++) {
            int length = write(9, 1, input);
            for (int flips = random.nextInt(4); flips >= 0; flips--) {
                memory.set(ValueLayout.JAVA_BYTE, AT + 8L + random.nextInt(length - 8), (byte) random.nextInt());
            }
            try {
                envelope.wrap(memory, AT, length);
                envelope.history(new History(), number -> Source.external("any"));
            } catch (ChannelException e) {
                assertFalse(e.getMessage().isEmpty(), "seed=" + seed);
            }
        }
        assertThrows(ChannelException.class, () -> envelope.wrap(memory, AT, 3));
    }

    private static long anyIndex(Random random) {
        return random.nextLong() >>> (1 + random.nextInt(62));
    }

    private static long anyTime(Random random) {
        return 1_700_000_000_000_000_000L + (random.nextLong() >> random.nextInt(60));
    }

    private static String text(History history) {
        StringBuilder text = new StringBuilder();
        for (int hop = 0; hop < history.size(); hop++) {
            text.append(history.source(hop).name())
                    .append('@')
                    .append(history.index(hop))
                    .append(' ')
                    .append(history.timeInNs(hop))
                    .append(' ')
                    .append(history.timeOutNs(hop))
                    .append('\n');
        }
        return text.toString();
    }
}
