package io.millrace.load;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;

/**
 * One connection with many requests in flight, whose answers come in the order of the requests; the issuing thread
 * sends and receives. Nothing is ever sent twice: when the connection ends, what is in flight has failed. The next
 * request makes a new one, in the time of its operation.
 *
 * <p>What the connection does not take waits in a buffer; while that holds {@link #UNSENT_BYTES}, there is no room for
 * another request.
 */
final class KeptTcpSession implements PolledSession {
    private static final int UNSENT_BYTES = 1 << 16;
    private static final int CONNECT_WITHIN_MS = 5_000;
    private static final long WAIT_NS = 10_000_000;
    private static final long NS_PER_MS = 1_000_000;

    private final Selector selector;
    private final InetSocketAddress address;
    private final TcpRequests requests;
    private final TcpAnswers answers;
    private final int mostInFlight;
    private final ArrayDeque<Operation> inFlight = new ArrayDeque<>();
    private final ByteBuffer incoming = ByteBuffer.allocateDirect(1 << 16).limit(0);
    private ByteBuffer unsent = ByteBuffer.allocateDirect(2 * UNSENT_BYTES);
    private SocketChannel channel;
    private SelectionKey key;
    private boolean isConnecting;
    /** What the next request fails with: answers could not be matched any more, and nothing was in flight. */
    private LoadException unasked;

    KeptTcpSession(
            Selector selector, InetSocketAddress address, TcpRequests requests, TcpAnswers answers, int mostInFlight) {
        this.selector = selector;
        this.address = address;
        this.requests = requests;
        this.answers = answers;
        this.mostInFlight = mostInFlight;
    }

    /** Connects, waiting for it. */
    void connect() throws IOException {
        SocketChannel made = SocketChannel.open();
        try {
            made.socket().connect(address, CONNECT_WITHIN_MS);
            use(made, SelectionKey.OP_READ);
        } catch (IOException | RuntimeException e) {
            made.close();
            throw e;
        }
    }

    private void beginConnect() throws IOException {
        SocketChannel made = SocketChannel.open();
        try {
            made.configureBlocking(false);
            isConnecting = !made.connect(address);
            use(made, isConnecting ? SelectionKey.OP_CONNECT : SelectionKey.OP_READ);
        } catch (IOException | RuntimeException e) {
            made.close();
            isConnecting = false;
            throw e;
        }
    }

    private void use(SocketChannel made, int interest) throws IOException {
        made.configureBlocking(false);
        made.setOption(StandardSocketOptions.TCP_NODELAY, true);
        key = made.register(selector, interest);
        channel = made;
    }

    @Override
    public void issue(Operation operation) throws IOException, InterruptedException {
        byte[] request = requests.encode(operation);
        while (!hasRoom()) {
            poll(WAIT_NS);
            if (Thread.interrupted()) {
                throw new InterruptedException("interrupted while the connection had no room");
            }
        }
        if (inFlight.isEmpty()) {
            takeAnswer(); // there can only be one without a request
        }
        if (unasked != null) {
            LoadException reason = unasked;
            unasked = null;
            throw reason;
        }
        if (channel == null) {
            beginConnect();
        }
        int length = requests.length();
        if (unsent.remaining() < length) {
            unsent = ByteBuffer.allocateDirect(unsent.position() + length).put(unsent.flip());
        }
        boolean isFirst = unsent.position() == 0;
        unsent.put(request, 0, length);
        inFlight.add(operation);
        if (isFirst && !isConnecting) {
            send();
        }
    }

    @Override
    public boolean hasRoom() {
        return inFlight.size() < mostInFlight && unsent.position() < UNSENT_BYTES;
    }

    /** Sends what the connection takes now. */
    private void send() {
        unsent.flip();
        IOException broken = null;
        try {
            channel.write(unsent);
        } catch (IOException e) {
            broken = e;
        }
        unsent.compact();
        if (broken != null) {
            end(broken);
        }
    }

    @Override
    public boolean poll(long waitNs) throws IOException {
        if (takeAnswer() || advance()) {
            return true;
        }
        if (waitNs < NS_PER_MS) {
            return false;
        }
        if (channel != null && !isConnecting) {
            int wanted = unsent.position() == 0 ? SelectionKey.OP_READ : SelectionKey.OP_READ | SelectionKey.OP_WRITE;
            if (key.interestOps() != wanted) {
                key.interestOps(wanted);
            }
        }
        selector.select(_ -> {}, waitNs / NS_PER_MS);
        return advance();
    }

    /** Connects, sends and receives as far as that is possible now, and takes one answer. */
    private boolean advance() {
        if (channel == null) {
            return false;
        }
        if (isConnecting) {
            return finishConnect();
        }
        if (unsent.position() > 0) {
            send();
        }
        return channel != null && receive() && takeAnswer();
    }

    private boolean finishConnect() {
        try {
            if (channel.finishConnect()) {
                isConnecting = false;
                key.interestOps(SelectionKey.OP_READ);
                send();
                return true;
            }
            return false;
        } catch (IOException e) {
            fail(new LoadException("cannot connect address=" + address + " reason=" + e, e));
            return true;
        }
    }

    /** Reads what has come; returns whether there are bytes. */
    private boolean receive() {
        try {
            incoming.clear();
            int bytes = channel.read(incoming);
            incoming.flip();
            if (bytes < 0) {
                fail(new LoadException(
                        answers.hasBegun()
                                ? "the server closed the connection within an answer address=" + address
                                : "the server closed the connection without an answer address=" + address));
            }
        } catch (IOException e) {
            incoming.limit(0);
            fail(new LoadException("the connection broke address=" + address + " reason=" + e, e));
        }
        return incoming.hasRemaining();
    }

    private boolean takeAnswer() {
        if (!incoming.hasRemaining()) {
            return false;
        }
        if (inFlight.isEmpty()) {
            unasked = new LoadException(
                    "the server sent an answer without a request, so answers cannot be matched address=" + address);
            fail(unasked);
            return true;
        }
        try {
            if (!answers.accept(incoming)) {
                return false;
            }
        } catch (IOException e) {
            fail(new LoadException("not an answer address=" + address + " reason=" + e.getMessage(), e));
            return true;
        }
        Operation oldest = inFlight.remove();
        if (answers.failure() == null) {
            oldest.complete();
        } else {
            oldest.fail(answers.failure());
        }
        return true;
    }

    /** Ends the connection, which takes no more requests; the answers that have come before are still taken. */
    private void end(IOException broken) {
        do {
            while (takeAnswer()) {
                // The next may be here too.
            }
        } while (channel != null && receive());
        if (channel != null) {
            fail(new LoadException("the connection broke address=" + address + " reason=" + broken, broken));
        }
    }

    private void fail(LoadException cause) {
        closeChannel();
        incoming.limit(0);
        unsent.clear();
        answers.reset();
        for (Operation operation = inFlight.poll(); operation != null; operation = inFlight.poll()) {
            operation.fail(cause);
        }
    }

    private void closeChannel() {
        isConnecting = false;
        try {
            if (channel != null) {
                channel.close();
                selector.selectNow(_ -> {}); // until it has forgotten the channel, its socket remains open
            }
        } catch (IOException e) {
            key.cancel(); // it is not used any more, and its operations have their outcome
        }
        channel = null;
    }

    /** Gives up what is in flight. */
    @Override
    public void close() {
        closeChannel();
        try {
            selector.close();
        } catch (IOException e) {
            throw new LoadException("cannot close connection address=" + address + " reason=" + e, e);
        }
    }
}
