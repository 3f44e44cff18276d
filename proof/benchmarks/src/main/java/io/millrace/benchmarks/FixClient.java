package io.millrace.benchmarks;

import io.millrace.fix.FixDictionary;
import io.millrace.fix.FixFault;
import io.millrace.fix.FixFramer;
import io.millrace.fix.FixMessage;
import io.millrace.fix.FixTime;
import io.millrace.fix.FixWriter;
import io.millrace.harness.BenchmarkException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.locks.LockSupport;

/**
 * A client of one session over a socket that does not block, the same for every server. It writes orders of nine fields
 * and the header, and checks each answer: that it is whole, an ExecutionReport of the order that is due, and on the
 * first one that all twelve fields are there. One thread.
 */
final class FixClient implements AutoCloseable {

    private static final int BUFFER_BYTES = 1 << 16;
    private static final int MOST_ORDER_BYTES = 512;
    private static final long LOGON_NS = 60_000_000_000L;
    private static final long RETRY_NS = 1_000_000L;
    private static final int PRICE = 12_500;
    private static final int[] REPORT = {37, 17, 150, 39, 11, 55, 54, 38, 44, 151, 14, 6};

    /** What a client sends. */
    enum Kind {
        ORDERS,
        /** Market data, each answered by an order. */
        QUOTES
    }

    private final String name;
    private final Kind kind;
    private final SocketChannel channel;
    private final FixDictionary dictionary;
    private final ByteBuffer out = ByteBuffer.allocateDirect(BUFFER_BYTES);
    private final byte[] array = new byte[BUFFER_BYTES];
    private final ByteBuffer in = ByteBuffer.allocateDirect(BUFFER_BYTES);
    private final FixFramer framer = new FixFramer(BUFFER_BYTES);
    private final FixMessage message = new FixMessage();
    private final FixWriter order = new FixWriter();
    private long nextMsgSeqNum = 1;
    private long sent;
    private long answered;
    private boolean loggedOn;

    private FixClient(String name, Kind kind, SocketChannel channel, FixDictionary dictionary) {
        this.name = name;
        this.kind = kind;
        this.channel = channel;
        this.dictionary = dictionary;
    }

    /** Connects to a server on this machine and exchanges Logons. */
    static FixClient logOn(int port, String name, FixDictionary dictionary) throws IOException {
        return logOn(port, name, Kind.ORDERS, dictionary);
    }

    /** Connects with what is to be sent. */
    static FixClient logOn(int port, String name, Kind kind, FixDictionary dictionary) throws IOException {
        SocketChannel channel = connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        FixClient client = new FixClient(name, kind, channel, dictionary);
        try {
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            channel.configureBlocking(false);
            client.start("A").put(98, 0).put(108, 60);
            client.append();
            long startNs = System.nanoTime();
            while (!client.loggedOn) {
                client.flush();
                client.poll();
                if (System.nanoTime() - startNs > LOGON_NS) {
                    throw new BenchmarkException("no Logon in time client=" + name);
                }
                Thread.onSpinWait();
            }
            return client;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /** Takes the connection of an initiator, and exchanges Logons. */
    static FixClient accept(ServerSocketChannel server, String name, FixDictionary dictionary) throws IOException {
        long startNs = System.nanoTime();
        server.configureBlocking(false);
        SocketChannel channel = server.accept();
        while (channel == null) {
            if (System.nanoTime() - startNs > LOGON_NS) {
                throw new BenchmarkException("no connection in time client=" + name);
            }
            LockSupport.parkNanos(RETRY_NS);
            channel = server.accept();
        }
        FixClient client = new FixClient(name, Kind.ORDERS, channel, dictionary);
        try {
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            channel.configureBlocking(false);
            while (!client.loggedOn) {
                client.poll();
                if (System.nanoTime() - startNs > LOGON_NS) {
                    throw new BenchmarkException("no Logon in time client=" + name);
                }
                Thread.onSpinWait();
            }
            client.start("A").put(98, 0).put(108, 60);
            client.append();
            client.flush();
            return client;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /** Connects, again and again while nothing listens: an engine may listen later than it says. */
    private static SocketChannel connect(InetSocketAddress address) throws IOException {
        long startNs = System.nanoTime();
        while (true) {
            try {
                return SocketChannel.open(address);
            } catch (ConnectException e) {
                if (System.nanoTime() - startNs > LOGON_NS) {
                    throw e;
                }
                LockSupport.parkNanos(RETRY_NS);
            }
        }
    }

    SocketChannel channel() {
        return channel;
    }

    /** Returns how many orders were written. */
    long sent() {
        return sent;
    }

    /** Returns how many orders were answered. */
    long answered() {
        return answered;
    }

    /** Returns whether there is room for an order that leaves at the next {@link #flush}. */
    boolean hasRoom() {
        return out.remaining() >= MOST_ORDER_BYTES;
    }

    /** Writes the next order, or the next quote, into the buffer. */
    void order() {
        if (kind == Kind.QUOTES) {
            long price = PRICE + sent % 16;
            start("S").put(117, 1_000_000 + sent).put(55, "EURUSD");
            order.putDecimal(132, price - 1, 4).putDecimal(133, price + 1, 4);
            append();
            sent++;
            return;
        }
        start("D")
                .put(11, 1_000_000 + sent)
                .put(21, '1')
                .put(38, 100 + sent % 100)
                .put(40, '2');
        order.putDecimal(44, PRICE, 4).put(54, '1').put(55, "EURUSD").put(59, '0');
        order.putTimestamp(60, nowNs(), FixTime.Precision.MILLISECONDS);
        append();
        sent++;
    }

    /** Asks for all that the server has sent; the socket blocks. */
    void requestAll() throws IOException {
        start("2").put(7, 1).put(16, 0);
        append();
        while (out.position() > 0) {
            flush();
        }
    }

    private FixWriter start(String type) {
        order.start(type).put(34, nextMsgSeqNum++).put(49, name);
        return order.putTimestamp(52, nowNs(), FixTime.Precision.MILLISECONDS)
                .put(56, FixServers.VENUE)
                .body();
    }

    private static long nowNs() {
        return System.currentTimeMillis() * 1_000_000;
    }

    private void append() {
        order.finish(FixServers.VERSION);
        out.put(order.bytes(), order.offset(), order.length());
    }

    /** Sends what is in the buffer, as far as the socket takes it, with one write. */
    void flush() throws IOException {
        if (out.position() > 0) {
            out.flip();
            channel.write(out);
            out.compact();
        }
    }

    /** Reads what has arrived; returns how many orders it answers. */
    int poll() throws IOException {
        int count = channel.read(in.clear());
        if (count < 0) {
            throw new BenchmarkException(
                    "the server has closed the connection client=" + name + " answered=" + answered + " sent=" + sent);
        }
        if (count == 0) {
            return 0;
        }
        in.flip().get(array, 0, count);
        long before = answered;
        int at = 0;
        while (at < count) {
            int taken = Math.min(count - at, framer.free());
            framer.add(array, at, taken);
            at += taken;
            FixFramer.Result result = framer.next();
            for (; result == FixFramer.Result.MESSAGE; result = framer.next()) {
                received();
            }
            if (result != FixFramer.Result.INCOMPLETE) {
                throw new BenchmarkException("the server has sent what is no message client=" + name);
            }
        }
        return (int) (answered - before);
    }

    private void received() {
        FixFault fault = message.parse(framer.bytes(), framer.offset(), framer.length(), dictionary);
        if (fault != FixFault.NONE) {
            throw new BenchmarkException(
                    "an answer is not valid client=" + name + " message=" + message + ": " + fault.sentence());
        }
        if (message.isType("8") || message.isType("D") || message.isType("S")) { // a bare socket sends the order back
            checkAnswer();
        } else if (message.isType("A")) {
            loggedOn = true;
        } else if (message.isType("1")) {
            String id = message.text(112);
            start("0").put(112, id);
            append();
        } else if (!message.isType("0")) {
            throw new BenchmarkException("the server has sent something else client=" + name + " message=" + message);
        }
    }

    private void checkAnswer() {
        if (answered == 0 && message.isType("8")) {
            for (int tag : REPORT) { // of twelve fields
                if (!message.has(tag)) {
                    throw new BenchmarkException("a report lacks a field tag=" + tag + " message=" + message);
                }
            }
        }
        long number = message.longValue(message.isType("S") ? 117 : 11) - 1_000_000;
        if (number != answered || answered >= sent) {
            throw new BenchmarkException("an answer was lost or out of order client=" + name + " expected=" + answered
                    + " actual=" + number + " sent=" + sent);
        }
        answered++;
    }

    /** Closes the connection without a Logout, since no server is used again. */
    @Override
    public void close() throws IOException {
        channel.close();
    }
}
