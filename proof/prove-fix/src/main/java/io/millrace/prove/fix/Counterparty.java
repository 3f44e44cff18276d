package io.millrace.prove.fix;

import io.millrace.fix.peers.FixPeer;
import io.millrace.fix.peers.QuickFixPeer;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import quickfix.FieldNotFound;
import quickfix.Message;
import quickfix.SessionID;

/**
 * A session of QuickFIX/J that sends orders, numbered from 1, and expects that their reports come once and in that
 * order. Any thread.
 */
final class Counterparty implements AutoCloseable {

    private static final int CL_ORD_ID = 11;
    private static final int ORDER_ID = 37;

    private final SessionID id;
    private final QuickFixPeer peer;
    private final WireLog wire = new WireLog();
    private final AtomicLong sent = new AtomicLong();
    private final AtomicLong received = new AtomicLong();
    private final List<String> faults = new CopyOnWriteArrayList<>();

    private Counterparty(String name, FixPeer.Role role, int port) {
        id = new SessionID("FIX.4.4", name, "SELL");
        peer = QuickFixPeer.start(id, role, port, _ -> wire, this::report);
    }

    /**
     * Starts a session.
     *
     * @param port where it connects to, or listens
     */
    static Counterparty start(String name, FixPeer.Role role, int port) {
        return new Counterparty(name, role, port);
    }

    /** Sends the next order; while there is no connection it is numbered, and sent when it is asked for. */
    void order() {
        peer.sendOrder(sent.get() + 1);
        sent.incrementAndGet();
    }

    long sent() {
        return sent.get();
    }

    long received() {
        return received.get();
    }

    /** Returns how many reports came again, with PossDupFlag. */
    long again() {
        return wire.again();
    }

    /** Throws if a report was lost, came twice or not in its order, or a side has complained. */
    void check() {
        List<String> complaints = peer.complaints();
        if (!faults.isEmpty() || !complaints.isEmpty() || !wire.faults().isEmpty()) {
            throw new FixProofException("a session is not exact session=" + id + " received=" + received + " sent="
                    + sent + " faults=" + faults.stream().limit(5).toList() + " complaints="
                    + complaints.stream().limit(5).toList() + " wire="
                    + wire.faults().stream().limit(5).toList());
        }
    }

    private void report(Message message) throws FieldNotFound {
        String expected = Long.toString(received.get() + 1);
        String order = message.getString(CL_ORD_ID);
        String count = message.getString(ORDER_ID);
        if (!order.equals(expected) || !count.equals(expected)) {
            faults.add("expected=" + expected + " order=" + order + " countOfDesk=" + count);
        }
        received.incrementAndGet();
    }

    @Override
    public void close() {
        peer.close();
    }
}
