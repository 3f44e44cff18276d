package io.millrace.fix.peers;

import io.millrace.channel.ChannelOptions;
import io.millrace.fix.FixApplication;
import io.millrace.fix.FixDestinations;
import io.millrace.fix.FixDictionary;
import io.millrace.fix.FixEngine;
import io.millrace.fix.FixEngineOptions;
import io.millrace.fix.FixJournal;
import io.millrace.fix.FixMessage;
import io.millrace.fix.FixOption;
import io.millrace.fix.FixPort;
import io.millrace.fix.FixSession;
import io.millrace.fix.FixSessionId;
import io.millrace.fix.FixSettings;
import io.millrace.fix.FixTime;
import io.millrace.fix.FixWriter;
import io.millrace.net.HostPort;
import io.millrace.service.EventLoop;
import io.millrace.service.EventLoopOptions;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/** Our engine, with a journal and all checks. */
public final class MillracePeer implements FixPeer, FixApplication {

    private static final Duration WAIT = Duration.ofMillis(100);
    private static final Duration LONGEST_END = Duration.ofMinutes(1);

    private final Role role;
    private final HostPort destination;
    private final FixEngine engine;
    private final FixSession session;
    private final int port;
    private final EventLoop loop;
    private final FixWriter writer = new FixWriter();
    private final List<String> received = new CopyOnWriteArrayList<>();
    private final List<String> complaints = new CopyOnWriteArrayList<>();
    private volatile boolean loggedOn;
    private volatile boolean connects;

    private MillracePeer(Role role, int to, Path directory, FixSettings settings) {
        this.role = role;
        destination = new HostPort("127.0.0.1", Math.max(to, 1));
        engine = FixEngine.open(FixEngineOptions.named("ours-" + role.compId())
                .with(FixJournal.open(directory.resolve("ours"), ChannelOptions.defaults()))
                .withLog(_ -> {}));
        session = engine.add(settings, this);
        port = role == Role.ACCEPTOR ? engine.listen(FixPort.loopback(0)).port() : 0;
        loop = EventLoop.start("ours-" + role.compId(), EventLoopOptions.defaults(), List.of(engine));
    }

    /**
     * Opens a side.
     *
     * @param to where an initiator connects to
     */
    public static MillracePeer open(Role role, int to, Path directory, Numbers numbers) {
        FixSettings.Builder settings = FixSettings.session(
                        new FixSessionId("FIX.4.4", role.compId(), role.other().compId()), dictionary())
                .role(role == Role.INITIATOR ? FixSettings.Role.INITIATOR : FixSettings.Role.ACCEPTOR)
                .heartbeatSeconds(HEARTBEAT_SECONDS);
        if (numbers == Numbers.RESET_AT_LOGON && role == Role.INITIATOR) {
            settings.with(FixOption.RESET_AT_LOGON);
        }
        return new MillracePeer(role, to, directory, settings.build());
    }

    private static FixDictionary dictionary() {
        try (InputStream in = MillracePeer.class.getResourceAsStream("/FIX44.xml")) {
            return FixDictionary.read(in, "FIX44.xml");
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Override
    public int port() {
        return port;
    }

    @Override
    public Set<Lack> lacks() {
        return Set.of(Lack.SEQUENCE_RESET);
    }

    /** Begins to connect, after which the engine connects again by itself. */
    @Override
    public void connect() {
        if (role == Role.INITIATOR && !connects) {
            connects = true;
            engine.execute(() ->
                    engine.connect(session, FixDestinations.of(destination).withWaits(WAIT, WAIT)));
        }
    }

    @Override
    public void send(long number) {
        engine.execute(() -> {
            long nowNs = System.currentTimeMillis() * 1_000_000;
            if (role == Role.INITIATOR) {
                writer.start("D").body().put(11, number).put(55, "IBM").put(54, '1');
                writer.putTimestamp(60, nowNs, FixTime.Precision.MILLISECONDS);
                session.send(nowNs, writer.put(38, 100).put(40, '1'));
            } else {
                report(nowNs, Long.toString(number));
            }
        });
    }

    private void report(long timeNs, String order) {
        writer.start("8").body().put(37, order).put(11, order).put(17, order).put(150, '0');
        writer.put(39, '0').put(55, "IBM").put(54, '1');
        session.send(timeNs, writer.put(151, 100).put(14, 0).put(6, 0));
    }

    @Override
    public void message(FixSession from, long timeNs, FixMessage message) {
        if (message.isType("D") || message.isType("8")) {
            received.add(message.text(11));
        } else {
            complaints.add("received " + message);
        }
        if (message.isType("D")) {
            report(timeNs, message.text(11));
        }
    }

    @Override
    public void loggedOn(FixSession from, long timeNs) {
        loggedOn = true;
    }

    @Override
    public void loggedOut(FixSession from, long timeNs) {
        loggedOn = false;
    }

    @Override
    public List<String> received() {
        return received;
    }

    @Override
    public boolean isLoggedOn() {
        return loggedOn;
    }

    /** Refuses: an operator sets numbers while there is no connection, and Logons say so. */
    @Override
    public void resetTo(int number) {
        throw new UnsupportedOperationException("our sessions send no SequenceReset without GapFillFlag");
    }

    @Override
    public void logout() {
        engine.execute(() -> session.logout(System.currentTimeMillis() * 1_000_000, null));
    }

    @Override
    public List<String> complaints() {
        return complaints;
    }

    @Override
    public void close() {
        engine.stop();
        try {
            if (!loop.await(LONGEST_END.toNanos())) {
                throw new IllegalStateException("the loop of our engine does not end");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        loop.close();
        engine.close();
    }
}
