package io.millrace.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Bytes that come in any pieces are taken in others, none twice and none left out. */
class LinkInputTest {

    private static final HostPort ANY_PORT = HostPort.parse("0");
    private static final int BYTES = 3_000_000;

    private final BlockingQueue<Throwable> errors = new LinkedBlockingQueue<>();
    private final LinkOptions options = LinkOptions.defaults().withErrorHandler(errors::add);

    /** What is done with a link, and what it has to say. */
    private interface Reader {
        Object read(Link link);
    }

    private Object sent(Reader reader, LinkHandler sender) throws Exception {
        BlockingQueue<Object> found = new LinkedBlockingQueue<>();
        try (Listener listener = Listener.start(ANY_PORT, options, link -> {
                    try {
                        found.add(reader.read(link));
                    } catch (AssertionError | NetException e) {
                        found.add(e);
                    }
                });
                Connector _ =
                        Connector.start(List.of(listener.address()), options, Connector.Pauses.defaults(), link -> {
                            sender.serve(link);
                            link.close();
                        })) {
            return found.take();
        }
    }

    private static void numbers(Link link) {
        Random random = new Random(1);
        ByteBuffer bytes = ByteBuffer.allocate(BYTES);
        while (bytes.hasRemaining()) {
            bytes.put((byte) bytes.position());
        }
        for (int at = 0; at < BYTES; ) {
            int some = Math.min(BYTES - at, 1 + random.nextInt(100_000));
            link.write(bytes.limit(at + some).position(at));
            at += some;
        }
    }

    @Test
    void piecesOfAnySizeComeInTheirOrder() throws Exception {
        long seed = System.nanoTime();
        AtomicInteger waits = new AtomicInteger();
        Object taken = sent(
                link -> {
                    LinkInput input = new LinkInput(link, waits::incrementAndGet);
                    Random random = new Random(seed);
                    int at = 0;
                    while (input.require(1)) {
                        int count = Math.min(1 + random.nextInt(random.nextBoolean() ? 20 : 200_000), BYTES - at);
                        if (random.nextInt(10) == 0) {
                            input.skip(count);
                        } else {
                            assertTrue(input.require(count));
                            ByteBuffer next = input.next(count);
                            assertEquals(count, next.remaining());
                            assertEquals((byte) at, next.get(next.position()));
                            assertEquals((byte) (at + count - 1), next.get(next.limit() - 1));
                            input.take(count);
                        }
                        at += count;
                        if (random.nextInt(20) == 0) {
                            input.grow(Math.max(input.capacity(), 1 << 19));
                        }
                    }
                    return at;
                },
                LinkInputTest::numbers);
        assertEquals(BYTES, taken, "seed=" + seed);
        assertTrue(waits.get() > 1);
    }

    @Test
    void smallMessagesThatCameTogetherNeedOneRead() throws Exception {
        AtomicInteger reads = new AtomicInteger();
        Object messages = sent(
                link -> {
                    LinkInput input = new LinkInput(link, reads::incrementAndGet);
                    int count = 0;
                    while (input.require(24)) {
                        input.take(24);
                        count++;
                    }
                    return count;
                },
                link -> link.write(ByteBuffer.allocate(24 * 1000)));
        assertEquals(1000, messages);
        assertTrue(reads.get() < 100, "reads=" + reads.get());
    }

    @Test
    void anEndWithinAMessageIsAnError() throws Exception {
        Object error = sent(
                link -> {
                    LinkInput input = new LinkInput(link, () -> {});
                    assertTrue(input.require(8));
                    input.take(8);
                    assertThrows(NetException.class, () -> input.require(8));
                    input.take(3);
                    assertFalse(input.require(8));
                    return assertThrows(NetException.class, () -> input.skip(1));
                },
                link -> link.write(ByteBuffer.allocate(11)));
        assertEquals(NetException.class, error.getClass(), error::toString);
        assertTrue(((Exception) error).getMessage().startsWith("the peer ended the link within a message peer="));
    }
}
