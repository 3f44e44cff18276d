package io.millrace.fix.acceptance;

import io.millrace.fix.FixConnection;
import io.millrace.fix.FixDictionary;
import io.millrace.fix.FixFault;
import io.millrace.fix.FixLine;
import io.millrace.fix.FixMessage;
import io.millrace.fix.FixSession;
import io.millrace.fix.FixSessionId;
import io.millrace.fix.FixSettings;
import io.millrace.fix.MemoryStore;
import io.millrace.fix.cli.EchoApplication;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.function.UnaryOperator;

/** The acceptor that the scripts talk to, and the time that passes for it. */
final class VirtualAcceptor {

    private static final long STEP_NS = 100_000_000L;
    private static final int LONGEST = 1 << 20;
    private static final List<String> VERSIONS =
            List.of("FIX.4.0", "FIX.4.1", "FIX.4.2", "FIX.4.3", "FIX.4.4", "FIXT.1.1");

    /** A client of the acceptor: what it has received and not looked at. */
    final class Client implements FixLine {
        private final FixConnection connection =
                new FixConnection(sessions::get, this, LONGEST, nowNs, 10_000_000_000L);
        private final Queue<String> received = new ArrayDeque<>();
        private boolean closed;

        @Override
        public void write(byte[] bytes, int offset, int length) {
            FixFault fault = arithmetic.parse(bytes, offset, length, anyDictionary);
            if (fault != FixFault.NONE) {
                throw new AssertionError(
                        "the acceptor sent a garbled message fault=" + fault + " message=" + arithmetic);
            }
            received.add(new String(bytes, offset, length, StandardCharsets.ISO_8859_1));
        }

        @Override
        public void close(String reason) {
            closed = true;
            connection.disconnected(nowNs);
        }

        void send(byte[] bytes) {
            if (!closed) {
                connection.received(nowNs, bytes, 0, bytes.length);
            }
        }

        void end() {
            if (!closed) {
                closed = true;
                connection.disconnected(nowNs);
            }
        }

        /** Returns the next message, for which time passes, or null. */
        String next(long mostNs) {
            for (long waited = 0; received.isEmpty() && !closed && waited <= mostNs; waited += STEP_NS) {
                pass();
            }
            return received.poll();
        }

        boolean closes(long mostNs) {
            for (long waited = 0; !closed && waited <= mostNs; waited += STEP_NS) {
                pass();
            }
            return closed;
        }
    }

    private final Map<FixSessionId, FixSession> sessions = new HashMap<>();
    private final Map<Integer, Client> clients = new HashMap<>();
    private final FixMessage arithmetic = new FixMessage();
    private final FixDictionary anyDictionary;
    private long nowNs = 1_772_438_400_000_000_000L;

    VirtualAcceptor(Dictionaries dictionaries, UnaryOperator<FixSettings.Builder> adjust) {
        for (String version : VERSIONS) {
            FixSessionId id = new FixSessionId(version, "ISLD", "TW");
            FixSettings settings = adjust.apply(dictionaries.settings(id)).build();
            sessions.put(
                    id,
                    new FixSession(
                            settings,
                            new MemoryStore(1 << 16, 1 << 10),
                            new EchoApplication(EchoApplication.Profile.J)));
        }
        anyDictionary = dictionaries.named("FIX44");
    }

    long nowNs() {
        return nowNs;
    }

    Client client(int number) {
        return clients.get(number);
    }

    void connect(int number) {
        disconnect(number);
        clients.put(number, new Client());
    }

    void disconnect(int number) {
        Client old = clients.remove(number);
        if (old != null) {
            old.end();
        }
    }

    void disconnectAll() {
        clients.values().forEach(Client::end);
        clients.clear();
    }

    private void pass() {
        nowNs += STEP_NS;
        for (Client client : clients.values()) {
            if (!client.closed) {
                client.connection.tick(nowNs);
            }
        }
    }

    /** Obeys an order such as {@code FIX.4.4:ISLD->TW NEXTSENDERSEQNUM=5}. */
    void set(String order) {
        String[] parts = order.split("[ =]", -1);
        FixSession session = sessions.values().stream()
                .filter(candidate -> candidate.settings().id().toString().equals(parts[0]))
                .findFirst()
                .orElseThrow();
        long number = Long.parseLong(parts[2]);
        switch (parts[1]) {
            case "NEXTSENDERSEQNUM" -> session.setNextOutgoing(nowNs, number);
            case "NEXTTARGETSEQNUM" -> session.setNextIncoming(nowNs, number);
            default -> throw new IllegalArgumentException("unknown order=" + order);
        }
    }
}
