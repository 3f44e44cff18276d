package io.millrace.fix.acceptance;

import io.millrace.fix.FixDictionary;
import io.millrace.fix.FixEngine;
import io.millrace.fix.FixEngineOptions;
import io.millrace.fix.FixFault;
import io.millrace.fix.FixFramer;
import io.millrace.fix.FixMessage;
import io.millrace.fix.FixPort;
import io.millrace.fix.FixSession;
import io.millrace.fix.FixSessionId;
import io.millrace.fix.FixSettings;
import io.millrace.fix.cli.EchoApplication;
import io.millrace.fixtures.Await;
import io.millrace.net.HostPort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;

/**
 * An engine over sockets of this machine, which the thread of the test polls; its time is that of the scripts. Before
 * time passes, what was sent has had some real time to arrive.
 */
final class SocketAcceptor implements ScriptAcceptor {

    private static final int BUFFER_BYTES = 1 << 16;

    /** How long what was sent may take. */
    private static final long ARRIVES_NS = 3_000_000L;

    /** The time that the engine needs to look at its ports. */
    private static final long LOOK_NS = 10_000_000L;

    private static final int LOOKS = 4;

    private final Map<Integer, SocketClient> clients = new HashMap<>();
    private final List<String> log = new ArrayList<>();
    private final ByteBuffer in = ByteBuffer.allocate(BUFFER_BYTES);
    private final FixMessage arithmetic = new FixMessage();
    private final FixDictionary anyDictionary;
    private final FixEngine engine;
    private final InetSocketAddress address;
    private long nowNs = START_NS;
    private long sentNs = System.nanoTime();

    /** A client with a socket, what it has received and not looked at. */
    private final class SocketClient implements Client {
        private final SocketChannel channel;
        private final FixFramer framer = new FixFramer(BUFFER_BYTES);
        private final Queue<String> received = new ArrayDeque<>();
        private boolean closed;

        SocketClient() throws IOException {
            channel = SocketChannel.open(address);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true); // or a message waits for that before it
            channel.configureBlocking(false);
        }

        @Override
        public void send(byte[] bytes) {
            try {
                ByteBuffer out = ByteBuffer.wrap(bytes);
                while (!closed && out.hasRemaining()) {
                    channel.write(out);
                    poll();
                }
            } catch (IOException e) {
                end(); // the acceptor has closed it
            }
            sentNs = System.nanoTime();
        }

        /** Reads what has arrived. */
        void read() {
            if (closed) {
                return;
            }
            try {
                int count = channel.read(in.clear());
                for (int at = 0; at < count; ) {
                    int taken = Math.min(count - at, framer.free());
                    framer.add(in.array(), at, taken);
                    at += taken;
                    messages();
                }
                if (count < 0) {
                    end();
                }
            } catch (IOException e) {
                end();
            }
        }

        private void messages() {
            for (FixFramer.Result next = framer.next(); next != FixFramer.Result.INCOMPLETE; next = framer.next()) {
                FixFault fault = arithmetic.parse(framer.bytes(), framer.offset(), framer.length(), anyDictionary);
                if (next != FixFramer.Result.MESSAGE || fault != FixFault.NONE) {
                    throw new AssertionError("the acceptor sent a garbled message fault=" + fault + " result=" + next);
                }
                received.add(new String(framer.bytes(), framer.offset(), framer.length(), StandardCharsets.ISO_8859_1));
            }
        }

        void end() {
            closed = true;
            try {
                channel.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public String next(long mostNs) {
            passUntil(mostNs, () -> !received.isEmpty() || closed);
            return received.poll();
        }

        @Override
        public boolean closes(long mostNs) {
            passUntil(mostNs, () -> closed);
            return closed;
        }
    }

    SocketAcceptor(Dictionaries dictionaries, UnaryOperator<FixSettings.Builder> adjust) {
        engine = FixEngine.open(
                FixEngineOptions.named("acceptor").with(() -> nowNs).withLog(log::add));
        for (String version : VERSIONS) {
            FixSettings.Builder settings = dictionaries.settings(new FixSessionId(version, "ISLD", "TW"));
            engine.add(adjust.apply(settings).build(), new EchoApplication(EchoApplication.Profile.J));
        }
        HostPort at = engine.listen(FixPort.loopback(0));
        address = new InetSocketAddress(at.host(), at.port());
        anyDictionary = dictionaries.named("FIX44");
    }

    private void poll() {
        engine.poll();
        clients.values().forEach(SocketClient::read);
    }

    /** Lets time pass until something is so, but no more than so much. */
    private void passUntil(long mostNs, BooleanSupplier holds) {
        poll();
        for (long passedNs = 0; !holds.getAsBoolean() && passedNs <= mostNs; passedNs += STEP_NS) {
            while (!holds.getAsBoolean() && System.nanoTime() - sentNs < ARRIVES_NS) {
                poll();
            }
            if (!holds.getAsBoolean()) {
                nowNs += STEP_NS;
                poll();
            }
        }
    }

    /** Waits until the engine has as many connections as there are clients. */
    private void settle() {
        Await.until(
                "the engine to know of each connection",
                () -> {
                    for (int i = 0; i < LOOKS && !isSettled(); i++) {
                        nowNs += LOOK_NS;
                        poll();
                    }
                    return isSettled();
                },
                log::toString);
    }

    private boolean isSettled() {
        return engine.connections()
                == clients.values().stream().filter(client -> !client.closed).count();
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
        try {
            clients.put(number, new SocketClient());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        settle();
    }

    @Override
    public void disconnect(int number) {
        SocketClient old = clients.remove(number);
        if (old != null) {
            old.end();
            settle();
        }
    }

    @Override
    public void disconnectAll() {
        clients.values().forEach(SocketClient::end);
        clients.clear();
        settle();
    }

    @Override
    public void set(String order) {
        String[] parts = order.split("[ =]", -1);
        FixSession session = engine.named(parts[0]);
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
        engine.close();
    }
}
