package io.millrace.fix.artio;

import io.aeron.logbuffer.ControlledFragmentHandler.Action;
import io.millrace.fix.peers.FixPeer;
import io.millrace.fixtures.Await;
import io.millrace.fixtures.FreePorts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import uk.co.real_logic.artio.Reply;
import uk.co.real_logic.artio.builder.ExecutionReportEncoder;
import uk.co.real_logic.artio.builder.NewOrderSingleEncoder;
import uk.co.real_logic.artio.decoder.ExecutionReportDecoder;
import uk.co.real_logic.artio.decoder.HeaderDecoder;
import uk.co.real_logic.artio.decoder.NewOrderSingleDecoder;
import uk.co.real_logic.artio.decoder.RejectDecoder;
import uk.co.real_logic.artio.engine.EngineConfiguration;
import uk.co.real_logic.artio.engine.FixEngine;
import uk.co.real_logic.artio.fields.UtcTimestampEncoder;
import uk.co.real_logic.artio.library.FixLibrary;
import uk.co.real_logic.artio.library.LibraryConfiguration;
import uk.co.real_logic.artio.library.OnMessageInfo;
import uk.co.real_logic.artio.library.SessionConfiguration;
import uk.co.real_logic.artio.library.SessionHandler;
import uk.co.real_logic.artio.messages.DisconnectReason;
import uk.co.real_logic.artio.session.Session;
import uk.co.real_logic.artio.util.MutableAsciiBuffer;
import uk.co.real_logic.artio.validation.SessionPersistenceStrategy;

/**
 * An engine and a library of Artio with one session. The library, its session and its messages belong to one thread,
 * which carries out what others ask for; an action that finds no room in a buffer is tried again.
 */
final class ArtioPeer implements FixPeer, SessionHandler {

    private static final int FRAGMENTS = 20;
    private static final int TRANSMISSION_MS = 200;
    private static final int LONGEST_CONNECT_MS = 5_000;

    private static final Set<String> ON_A_CUT_CONNECTION = Set.of("Broken pipe", "Connection reset");

    /** Something to do with the session, which says below 0 that it is to be tried again. */
    private interface Work {
        long tryOut(Session session);
    }

    private final Role role;
    private final int port;
    private final SessionConfiguration configuration;
    private final ArtioMachine machine;
    private final FixEngine engine;
    private final List<String> complaints;
    private final Thread thread;
    private final Queue<Work> work = new ConcurrentLinkedQueue<>();
    private final List<String> received = new CopyOnWriteArrayList<>();
    private final Set<Long> known = new HashSet<>();
    private final MutableAsciiBuffer message = new MutableAsciiBuffer();
    private final NewOrderSingleDecoder orderIn = new NewOrderSingleDecoder();
    private final ExecutionReportDecoder reportIn = new ExecutionReportDecoder();
    private final NewOrderSingleEncoder order = new NewOrderSingleEncoder();
    private final ExecutionReportEncoder report = new ExecutionReportEncoder();
    private final UtcTimestampEncoder time = new UtcTimestampEncoder();
    private Session session;
    private Reply<Session> connecting;
    private volatile boolean connects;
    private volatile boolean loggedOn;
    private volatile boolean stopping;

    private ArtioPeer(
            Role role,
            int port,
            SessionConfiguration configuration,
            ArtioMachine machine,
            FixEngine engine,
            List<String> complaints) {
        this.role = role;
        this.port = port;
        this.configuration = configuration;
        this.machine = machine;
        this.engine = engine;
        this.complaints = complaints;
        thread = Thread.ofPlatform().name("artio-library").unstarted(this::run);
    }

    static ArtioPeer open(Role role, int to, Path directory, Numbers numbers) {
        int port = role == Role.ACCEPTOR ? FreePorts.next() : 0;
        List<String> complaints = new CopyOnWriteArrayList<>();
        ArtioMachine machine = ArtioMachine.start(directory, ArtioPeer::idle);
        EngineConfiguration settings = machine.engine(true)
                .acceptedSessionClosedResendInterval(true)
                .sessionPersistenceStrategy(SessionPersistenceStrategy.alwaysPersistent())
                .errorHandlerFactory(_ -> error -> complain(complaints, error));
        if (role == Role.ACCEPTOR) {
            settings.bindTo("localhost", port);
        }
        settings.defaultHeartbeatIntervalInS(HEARTBEAT_SECONDS).reasonableTransmissionTimeInMs(TRANSMISSION_MS);
        SessionConfiguration configuration = SessionConfiguration.builder()
                .address("localhost", Math.max(to, 1))
                .senderCompId(role.compId())
                .targetCompId(role.other().compId())
                .sequenceNumbersPersistent(true)
                .resetSeqNum(numbers == Numbers.RESET_AT_LOGON)
                .closedResendInterval(true)
                .timeoutInMs(LONGEST_CONNECT_MS)
                .build();
        ArtioPeer peer = new ArtioPeer(role, port, configuration, machine, FixEngine.launch(settings), complaints);
        peer.thread.start();
        return peer;
    }

    /** Notes an error of the engine, but not that it was writing to a connection that a test has cut. */
    private static void complain(List<String> complaints, Throwable error) {
        if (!(error instanceof IOException) || !ON_A_CUT_CONNECTION.contains(String.valueOf(error.getMessage()))) {
            complaints.add("an error of the engine: " + error);
        }
    }

    private static IdleStrategy idle() {
        return new SleepingMillisIdleStrategy(1);
    }

    @Override
    public Set<Lack> lacks() {
        return Set.of(Lack.ORDER);
    }

    @Override
    public int port() {
        return port;
    }

    private void run() {
        IdleStrategy idle = idle();
        try (FixLibrary library = FixLibrary.connect(library())) {
            while (!stopping) {
                int done = library.poll(FRAGMENTS);
                turn(library);
                idle.idle(done);
            }
        }
    }

    private LibraryConfiguration library() {
        LibraryConfiguration settings = machine.library().sessionAcquireHandler((acquired, _) -> {
            session = acquired;
            return this;
        });
        settings.defaultHeartbeatIntervalInS(HEARTBEAT_SECONDS).reasonableTransmissionTimeInMs(TRANSMISSION_MS);
        return settings;
    }

    private void turn(FixLibrary library) {
        loggedOn = session != null && session.isConnected() && session.isActive();
        if (connects && library.isConnected() && (session == null || !session.isConnected())) {
            connect(library);
        }
        while (!work.isEmpty() && work.peek().tryOut(session) >= 0) {
            work.remove();
        }
    }

    /** Connects, and begins again where that fails: the engine may not know yet that the last connection has ended. */
    private void connect(FixLibrary library) {
        if (connecting == null || connecting.hasErrored() || connecting.hasTimedOut()) {
            connecting = library.initiate(configuration);
        } else if (connecting.hasCompleted()) {
            session = connecting.resultIfPresent();
            connects = false;
            connecting = null;
        }
    }

    @Override
    public void connect() {
        connects = role == Role.INITIATOR;
    }

    @Override
    public void send(long number) {
        if (role == Role.INITIATOR) {
            work.add(to -> order(to, number));
        } else {
            work.add(to -> report(to, Long.toString(number)));
        }
    }

    private long order(Session to, long number) {
        order.clOrdID(Long.toString(number))
                .symbol("IBM")
                .side('1')
                .orderQty(100, 0)
                .ordType('1');
        order.transactTime(time.buffer(), time.encode(System.currentTimeMillis()));
        return to.trySend(order);
    }

    private long report(Session to, String number) {
        report.orderID(number)
                .clOrdID(number)
                .execID(number)
                .execType('0')
                .ordStatus('0')
                .symbol("IBM")
                .side('1');
        report.leavesQty(100, 0).cumQty(0, 0).avgPx(0, 0);
        return to.trySend(report);
    }

    @Override
    public Action onMessage(
            DirectBuffer buffer,
            int offset,
            int length,
            int libraryId,
            Session from,
            int sequenceIndex,
            long messageType,
            long timestampInNs,
            long position,
            OnMessageInfo messageInfo) {
        message.wrap(buffer);
        if (messageType == NewOrderSingleDecoder.MESSAGE_TYPE) {
            orderIn.reset();
            orderIn.decode(message, offset, length);
            if (isKnown(orderIn.header(), sequenceIndex)) {
                return Action.CONTINUE;
            }
            String number = orderIn.clOrdIDAsString();
            if (report(from, number) < 0) {
                return Action.ABORT; // it comes again
            }
            note(orderIn.header(), sequenceIndex);
            received.add(number);
        } else if (messageType == ExecutionReportDecoder.MESSAGE_TYPE) {
            reportIn.reset();
            reportIn.decode(message, offset, length);
            if (!isKnown(reportIn.header(), sequenceIndex)) {
                note(reportIn.header(), sequenceIndex);
                received.add(reportIn.clOrdIDAsString());
            }
        } else if (messageType == RejectDecoder.MESSAGE_TYPE) {
            complaints.add("received " + message.getAscii(offset, length));
        }
        return Action.CONTINUE;
    }

    /** Returns whether a message has come before: what follows a gap comes at once, and perhaps again after it. */
    private boolean isKnown(HeaderDecoder header, int sequenceIndex) {
        return header.hasPossDupFlag() && header.possDupFlag() && known.contains(key(header, sequenceIndex));
    }

    private void note(HeaderDecoder header, int sequenceIndex) {
        known.add(key(header, sequenceIndex));
    }

    private static long key(HeaderDecoder header, int sequenceIndex) {
        return (long) sequenceIndex << Integer.SIZE | header.msgSeqNum();
    }

    @Override
    public void onTimeout(int libraryId, Session of) {
        complaints.add("the library was too slow");
    }

    @Override
    public void onSlowStatus(int libraryId, Session of, boolean hasBecomeSlow) {
        complaints.add("the other side is slow=" + hasBecomeSlow);
    }

    @Override
    public Action onDisconnect(int libraryId, Session of, DisconnectReason reason) {
        return Action.CONTINUE;
    }

    @Override
    public void onSessionStart(Session started) {
        session = started;
    }

    @Override
    public List<String> received() {
        return received;
    }

    @Override
    public boolean isLoggedOn() {
        return loggedOn;
    }

    @Override
    public void resetTo(int number) {
        work.add(of -> of.trySendSequenceReset(number));
    }

    @Override
    public void logout() {
        work.add(of -> {
            of.startLogout(); // it tries again by itself
            return 0;
        });
    }

    @Override
    public List<String> complaints() {
        return complaints;
    }

    /** Ends the engine first, which asks its library for the end of each session and waits for it. */
    @Override
    public void close() {
        engine.close();
        stopping = true;
        Await.until("the thread of Artio's library ends", () -> !thread.isAlive());
        machine.close();
    }
}
