package io.millrace.ledger;

import io.millrace.net.Connector;
import io.millrace.net.Link;
import io.millrace.net.LinkOptions;
import io.millrace.net.Listener;
import io.millrace.net.NetException;
import io.millrace.net.RefusingPeerException;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The links of a seat to all others: one for each pair, made by the seat with the lower number. Both sides begin with a
 * greeting; where links use TLS, the name in the peer's certificate must be that of the seat. A message is its length
 * in four bytes and then its bytes; a length of 0 only says that the peer is there. Any thread.
 *
 * <pre>
 *  greeting: 8 bytes "MRSEAT01", name of the chain 32, number of the seat 4
 * </pre>
 */
final class SeatLinks implements AutoCloseable {
    private static final byte[] MAGIC = "MRSEAT01".getBytes(StandardCharsets.US_ASCII);
    private static final int GREETING_BYTES = 8 + Sha256.BYTES + Integer.BYTES;
    private static final long OUTBOX_BYTES = 1L << 24;
    private static final int BUFFER_BYTES = 1 << 16;
    private static final int LINKS_A_SEAT = 3;
    private static final Connector.Pauses PAUSES = new Connector.Pauses(Duration.ofMillis(50), Duration.ofSeconds(1));

    /** What takes messages; called by a thread for each link, which it may make wait. */
    interface Receiver {
        void received(int peer, byte[] message) throws InterruptedException;

        void connected(int peer);
    }

    private final LedgerConfig config;
    private final int seat;
    private final int mostBytes;
    private final Receiver receiver;
    private final List<Outbox> outboxes = new ArrayList<>();
    private final AtomicReferenceArray<Link> links;
    private final List<Connector> connectors = new ArrayList<>();
    private final AtomicLong refusals = new AtomicLong();
    private volatile String refusal = "";
    private Listener listener;

    SeatLinks(LedgerConfig config, int seat, int mostBytes, Receiver receiver) {
        this.config = config;
        this.seat = seat;
        this.mostBytes = mostBytes;
        this.receiver = receiver;
        this.links = new AtomicReferenceArray<>(config.seats().size());
        for (int peer = 0; peer < config.seats().size(); peer++) {
            outboxes.add(new Outbox(OUTBOX_BYTES));
        }
    }

    /** Listens, and connects. */
    void start() {
        LinkOptions options = config.links(seat)
                .withMaxLinks(config.seats().size() * LINKS_A_SEAT)
                .withErrorHandler(this::ended);
        listener = Listener.start(config.seats().get(seat).address(), options, link -> serve(link, -1));
        for (int peer = seat + 1; peer < config.seats().size(); peer++) {
            int other = peer;
            connectors.add(Connector.start(
                    List.of(config.seats().get(peer).address()), options, PAUSES, link -> serve(link, other)));
        }
    }

    /** Notes why a link has ended; which seats are missing, and the newest refusal, are in the status. */
    private void ended(Throwable error) {
        if (error instanceof RefusingPeerException) {
            refusals.incrementAndGet();
            refusal = error.getMessage();
        }
        System.getLogger(SeatLinks.class.getPackageName())
                .log(Level.INFO, "a link has ended seat=" + seat + " reason=" + error.getMessage());
    }

    /** Sends a message, or drops it where there is no link. */
    void send(int peer, byte[] message) {
        if (links.get(peer) != null) {
            outboxes.get(peer).add(message);
        }
    }

    /** Returns how many links were refused: wrong certificates, and peers that are no seat of this ledger. */
    long refusals() {
        return refusals.get();
    }

    /** Returns the newest refusal, empty where there was none. */
    String refusal() {
        return refusal;
    }

    boolean isConnected(int peer) {
        return links.get(peer) != null;
    }

    private void serve(Link link, int expected) throws InterruptedException {
        greet(link);
        int peer = greeted(link, expected);
        link.establish();
        Link before = links.getAndSet(peer, link);
        if (before != null) {
            before.close("the peer has connected again");
        }
        outboxes.get(peer).clear();
        Thread writer = Thread.ofPlatform()
                .daemon()
                .name("millrace-ledger-" + seat + "-to-" + peer)
                .start(() -> write(link, outboxes.get(peer)));
        try {
            receiver.connected(peer);
            read(link, peer);
        } finally {
            links.compareAndSet(peer, link, null);
            link.close();
            writer.interrupt();
            writer.join();
        }
    }

    private void greet(Link link) {
        ByteBuffer out = ByteBuffer.allocate(GREETING_BYTES)
                .put(MAGIC)
                .put(config.id().rawBytes())
                .putInt(seat);
        link.write(out.flip());
    }

    private int greeted(Link link, int expected) {
        ByteBuffer in = ByteBuffer.allocate(GREETING_BYTES);
        link.readFully(in);
        in.flip();
        byte[] magic = new byte[MAGIC.length];
        in.get(magic);
        byte[] id = new byte[Sha256.BYTES];
        in.get(id);
        int peer = in.getInt();
        boolean isSeat = peer >= 0 && peer < config.seats().size() && peer != seat;
        if (!Arrays.equals(magic, MAGIC)
                || !Arrays.equals(id, config.id().rawBytes())
                || !isSeat
                || (expected >= 0 && peer != expected)
                || (expected < 0 && peer > seat)) {
            throw new RefusingPeerException(
                    "the peer is no seat of this ledger that may connect here peer=" + link.peer() + " seat=" + peer
                            + " expected=" + (expected < 0 ? "lower" : Integer.toString(expected)));
        }
        Optional<String> name = link.peerName();
        if (name.isPresent() && !name.get().equals(config.seats().get(peer).name())) {
            throw new RefusingPeerException("the certificate is not that of the seat peer=" + link.peer() + " seat="
                    + peer + " name=" + name.get());
        }
        return peer;
    }

    private void read(Link link, int peer) throws InterruptedException {
        ByteBuffer in = ByteBuffer.allocate(BUFFER_BYTES).limit(0);
        while (true) {
            fill(link, in, Integer.BYTES);
            int length = in.getInt();
            if (length < 0 || length > mostBytes) {
                throw new NetException(
                        "a message is too long peer=" + peer + " bytes=" + length + " most=" + mostBytes);
            }
            if (length > 0) {
                receiver.received(peer, message(link, in, length));
            }
        }
    }

    private static byte[] message(Link link, ByteBuffer in, int length) {
        byte[] message = new byte[length];
        int there = Math.min(length, in.remaining());
        in.get(message, 0, there);
        if (there < length) {
            link.readFully(ByteBuffer.wrap(message, there, length - there));
        }
        return message;
    }

    /** Reads until so many bytes are there. */
    private static void fill(Link link, ByteBuffer in, int bytes) {
        if (in.remaining() < bytes) {
            in.compact();
            while (in.position() < bytes) {
                if (link.read(in) < 0) {
                    throw new NetException("the peer ended the link peer=" + link.peer());
                }
            }
            in.flip();
        }
    }

    private static void write(Link link, Outbox outbox) {
        ByteBuffer head = ByteBuffer.allocate(Integer.BYTES);
        try {
            while (!link.isClosed()) {
                byte[] next = outbox.poll(Outbox.KEEP_ALIVE_NS);
                head.clear().putInt(next == null ? 0 : next.length).flip();
                if (next == null) {
                    link.write(head);
                } else {
                    link.write(head, ByteBuffer.wrap(next));
                }
            }
        } catch (NetException e) {
            link.close("the peer could not be written to");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the link has ended
        }
    }

    @Override
    public void close() {
        connectors.forEach(Connector::close);
        if (listener != null) {
            listener.close();
        }
    }
}
