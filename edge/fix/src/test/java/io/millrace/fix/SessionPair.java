package io.millrace.fix;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** An initiator and an acceptor, connected by bytes in memory, in virtual time. */
final class SessionPair {

    private static final long STEP_NS = 100_000_000L;
    private static final int RING = 1 << 16;

    /** One direction: bytes that were written and not read. */
    private final class Pipe implements FixLine {
        private byte[] bytes = new byte[1 << 12];
        private int size;
        private String closed;

        @Override
        public void write(byte[] source, int offset, int length) {
            if (size + length > bytes.length) {
                bytes = java.util.Arrays.copyOf(bytes, Math.max(bytes.length * 2, size + length));
            }
            System.arraycopy(source, offset, bytes, size, length);
            size += length;
            if (recording) {
                sent.add((this == toAcceptor ? "> " : "< ")
                        + FixText.latin(source, offset, offset + length).replace('\u0001', '|'));
            }
        }

        @Override
        public void close(String reason) {
            closed = reason;
        }
    }

    private final Pipe toAcceptor = new Pipe();
    private final Pipe toInitiator = new Pipe();
    private final List<String> sent = new ArrayList<>();
    private FixApplication acceptorApplication = (_, _, _) -> {};
    private FixApplication initiatorApplication = (_, _, _) -> {};
    private final FixSession acceptor;
    private final FixSession initiator;
    private FixConnection atAcceptor;
    private FixConnection atInitiator;
    private byte[] spare = new byte[1 << 12];
    private boolean recording;
    private long nowNs;

    SessionPair(long startNs) {
        this(startNs, UnaryOperator.identity(), UnaryOperator.identity());
    }

    SessionPair(
            long startNs,
            UnaryOperator<FixSettings.Builder> ofAcceptor,
            UnaryOperator<FixSettings.Builder> ofInitiator) {
        nowNs = startNs;
        FixSettings.Builder one = FixSettings.session(new FixSessionId("FIX.4.4", "SELL", "BUY"), Samples.FIX44);
        FixSettings.Builder two = FixSettings.session(new FixSessionId("FIX.4.4", "BUY", "SELL"), Samples.FIX44)
                .role(FixSettings.Role.INITIATOR);
        acceptor = new FixSession(
                ofAcceptor.apply(one).build(),
                new MemoryStore(RING, 1 << 10),
                (session, timeNs, message) -> acceptorApplication.message(session, timeNs, message));
        initiator = new FixSession(
                ofInitiator.apply(two).build(),
                new MemoryStore(RING, 1 << 10),
                (session, timeNs, message) -> initiatorApplication.message(session, timeNs, message));
    }

    void onAcceptor(FixApplication application) {
        acceptorApplication = application;
    }

    void onInitiator(FixApplication application) {
        initiatorApplication = application;
    }

    FixSession acceptor() {
        return acceptor;
    }

    FixSession initiator() {
        return initiator;
    }

    long nowNs() {
        return nowNs;
    }

    /** Returns what was written since the last call, with the direction and bars. */
    List<String> sent() {
        List<String> all = List.copyOf(sent);
        sent.clear();
        return all;
    }

    void record() {
        recording = true;
    }

    void connect() {
        toAcceptor.size = 0;
        toInitiator.size = 0;
        toAcceptor.closed = null;
        toInitiator.closed = null;
        atAcceptor = new FixConnection(
                id -> id.equals(acceptor.settings().id()) ? acceptor : null,
                toInitiator,
                1 << 16,
                nowNs,
                10_000_000_000L);
        atInitiator = FixConnection.initiate(initiator, toAcceptor, nowNs);
    }

    void logOn() {
        connect();
        exchange();
        if (!acceptor.sender().isLoggedOn() || !initiator.sender().isLoggedOn()) {
            throw new AssertionError("not logged on " + toAcceptor.closed + " " + toInitiator.closed);
        }
    }

    /** Throws away what the initiator has written. */
    void lose() {
        initiator.tick(nowNs);
        toAcceptor.size = 0;
    }

    /** Writes bytes as if the initiator had. */
    void inject(byte[] bytes) {
        toAcceptor.write(bytes, 0, bytes.length);
    }

    /** Moves bytes until none are left. */
    void exchange() {
        do {
            deliver(toAcceptor, atAcceptor);
            deliver(toInitiator, atInitiator);
            acceptor.tick(nowNs);
            initiator.tick(nowNs);
        } while (toAcceptor.size + toInitiator.size > 0);
        if (toAcceptor.closed != null || toInitiator.closed != null) {
            disconnect();
        }
    }

    private void deliver(Pipe pipe, FixConnection to) {
        byte[] bytes = pipe.bytes;
        int size = pipe.size;
        pipe.bytes = spare;
        pipe.size = 0;
        if (to.isOpen() && size > 0) {
            to.received(nowNs, bytes, 0, size);
        }
        spare = bytes;
    }

    void disconnect() {
        atAcceptor.disconnected(nowNs);
        atInitiator.disconnected(nowNs);
    }

    boolean isConnected() {
        return acceptor.isConnected() && initiator.isConnected();
    }

    /** Returns why the acceptor has closed, or null. */
    String acceptorClosed() {
        return toInitiator.closed;
    }

    void send(FixSession session, String clOrdId) {
        FixWriter order = new FixWriter().start("D").body();
        order.put(11, clOrdId).put(55, "IBM").put(54, '1').put(38, 100).put(40, '1');
        order.putTimestamp(60, nowNs, FixTime.Precision.MILLISECONDS);
        session.send(nowNs, order);
    }

    void pass(long seconds) {
        for (long end = nowNs + seconds * 1_000_000_000L; nowNs < end; ) {
            nowNs += STEP_NS;
            exchange();
        }
    }

    /** Lets time pass without a tick. */
    void jump(long timeNs) {
        nowNs = timeNs;
    }
}
