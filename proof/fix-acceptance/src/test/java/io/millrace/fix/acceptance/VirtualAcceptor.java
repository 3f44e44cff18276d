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
import java.util.Map;
import java.util.Queue;
import java.util.function.UnaryOperator;

/** Sessions without a network. */
final class VirtualAcceptor implements ScriptAcceptor {

    private static final int LONGEST = 1 << 20;

    /** A client of the acceptor: what it has received and not looked at. */
    private final class VirtualClient implements Client, FixLine {
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

        @Override
        public void send(byte[] bytes) {
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

        @Override
        public String next(long mostNs) {
            for (long waited = 0; received.isEmpty() && !closed && waited <= mostNs; waited += STEP_NS) {
                pass();
            }
            return received.poll();
        }

        @Override
        public boolean closes(long mostNs) {
            for (long waited = 0; !closed && waited <= mostNs; waited += STEP_NS) {
                pass();
            }
            return closed;
        }
    }

    private final Map<FixSessionId, FixSession> sessions = new HashMap<>();
    private final Map<Integer, VirtualClient> clients = new HashMap<>();
    private final FixMessage arithmetic = new FixMessage();
    private final FixDictionary anyDictionary;
    private long nowNs = START_NS;

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

    @Override
    public long nowNs() {
        return nowNs;
    }

    @Override
    public Client client(int number) {
        return clients.get(number);
    }

    @Override
    public void connect(int number) {
        disconnect(number);
        clients.put(number, new VirtualClient());
    }

    @Override
    public void disconnect(int number) {
        VirtualClient old = clients.remove(number);
        if (old != null) {
            old.end();
        }
    }

    @Override
    public void disconnectAll() {
        clients.values().forEach(VirtualClient::end);
        clients.clear();
    }

    private void pass() {
        nowNs += STEP_NS;
        for (VirtualClient client : clients.values()) {
            if (!client.closed) {
                client.connection.tick(nowNs);
            }
        }
    }

    @Override
    public void set(String order) {
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

    @Override
    public void close() {
        disconnectAll();
    }
}
