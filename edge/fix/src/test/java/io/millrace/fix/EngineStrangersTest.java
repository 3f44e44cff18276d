package io.millrace.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.journal.Index;
import io.millrace.net.HostPort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What connections without a valid Logon cost, and what the clock of the system does to those that have one. */
class EngineStrangersTest {

    private static final FixApplication NOTHING = (_, _, _) -> {};

    @TempDir
    private Path directory;

    private final TestEngines engines = new TestEngines();

    @AfterEach
    void close() {
        engines.close();
    }

    @Test
    void strangersLeaveNothingInSessionsAndJournal() throws IOException {
        FixJournal journal = TestEngines.journal(directory);
        FixEngineLimits limits = FixEngineLimits.defaults().withDynamicSessions(2);
        FixEngine seller =
                engines.open(FixEngineOptions.named("test").with(limits).with(journal));
        List<String> told = new ArrayList<>();
        FixApplication application = new FixApplication() {
            @Override
            public void message(FixSession session, long timeNs, FixMessage message) {
                told.add("message");
            }

            @Override
            public void loggedOut(FixSession session, long timeNs) {
                told.add("loggedOut");
            }
        };
        seller.add(TestEngines.acceptor(TestEngines.SELL), application);
        seller.add(template(application));
        HostPort port = seller.listen(TestEngines.anyPort());
        for (int i = 0; i < 20; i++) {
            stranger(seller, port, first("0", "GUEST" + i, ""));
            stranger(seller, port, first("A", "OTHER" + i, "98=0|108=-1|"));
            stranger(seller, port, first("D", "BUY", "11=1|"));
        }
        assertEquals(Index.NONE, journal.lastIndex());
        assertEquals(1, seller.sessions().size());
        assertEquals(List.of(TestEngines.SELL), journal.sessions());
        assertEquals(List.of(), told);
        try (Socket guest = new Socket(port.host(), port.port())) {
            guest.getOutputStream().write(first("A", "GUEST", "98=0|108=0|"));
            engines.until("the session", () -> seller.sessions().size() == 2);
        }
        engines.until("the end", () -> seller.connections() == 0);
        assertEquals(List.of("loggedOut"), told);
        assertEquals(2, journal.sessions().size());
    }

    private void stranger(FixEngine engine, HostPort port, byte[] bytes) throws IOException {
        try (Socket socket = new Socket(port.host(), port.port())) {
            socket.getOutputStream().write(bytes);
            engines.until("the connection", () -> engine.connections() == 1);
            engines.until("its end", () -> engine.connections() == 0);
        }
    }

    private static byte[] first(String type, String from, String fields) {
        return Samples.framed(
                "FIX.4.4", "35=" + type + "|34=1|49=" + from + "|52=20260302-08:00:00.000|56=SELL|" + fields);
    }

    private static FixTemplate template(FixApplication application) {
        return new FixTemplate() {
            @Override
            public FixSettings settings(FixSessionId id) {
                return TestEngines.acceptor(id);
            }

            @Override
            public FixApplication application(FixSessionId id) {
                return application;
            }
        };
    }

    /** An address that opens connections and says nothing. */
    @Test
    void connectionsThatSayNothingMakeRoomForOthers() throws IOException {
        FixEngine seller = engines.open(
                FixEngineOptions.named("test").with(FixEngineLimits.defaults().withConnections(100, 4)));
        FixSession session = seller.add(TestEngines.acceptor(TestEngines.SELL), NOTHING);
        HostPort port = seller.listen(TestEngines.anyPort());
        List<Socket> silent = new ArrayList<>();
        try {
            for (int i = 1; i <= 4; i++) {
                silent.add(new Socket(port.host(), port.port()));
                engines.until("connection", () -> seller.connections() == silent.size());
            }
            try (Socket same = new Socket(port.host(), port.port())) {
                assertEquals(-1, read(same), "its address has as many, and none is older than a second");
            }
            try (Socket other = new Socket(port.host(), port.port(), InetAddress.getByName("127.0.0.2"), 0)) {
                other.getOutputStream().write(first("A", "BUY", "98=0|108=0|"));
                engines.until(
                        "the Logon from another address", () -> session.sender().isLoggedOn());
                assertEquals(-1, read(silent.getFirst()), "the oldest makes room");
            }
            engines.until("its end", () -> !session.isConnected());
            silent.add(new Socket(port.host(), port.port()));
            engines.until("a fourth connection", () -> seller.connections() == 4);
            engines.pass(Duration.ofSeconds(1));
            try (Socket same = new Socket(port.host(), port.port())) {
                same.getOutputStream().write(first("A", "BUY", "98=0|108=0|"));
                engines.until("room after a second", () -> isEnded(silent.get(1)));
            }
        } finally {
            for (Socket socket : silent) {
                socket.close();
            }
        }
    }

    private int read(Socket socket) throws IOException {
        socket.setSoTimeout(1);
        int[] read = {-2};
        engines.until("the end of a connection", () -> {
            try {
                read[0] = socket.getInputStream().read();
                return true;
            } catch (SocketTimeoutException e) {
                return false;
            } catch (IOException e) { // reset
                read[0] = -1;
                return true;
            }
        });
        return read[0];
    }

    private static boolean isEnded(Socket socket) {
        try {
            socket.setSoTimeout(1);
            return socket.getInputStream().read() == -1;
        } catch (SocketTimeoutException e) {
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    @Test
    void aClockThatIsSetEndsNoSessionAndStopsNothing() {
        FixEngine seller = engines.open();
        FixSession accepted = seller.add(TestEngines.acceptor(TestEngines.SELL), NOTHING);
        FixSessionId late = new FixSessionId("FIX.4.4", "SELL", "LATE");
        seller.add(TestEngines.acceptor(late), NOTHING);
        HostPort port = seller.listen(TestEngines.anyPort());
        FixEngine buyer = engines.open();
        FixSession session = buyer.add(initiator(TestEngines.BUY), NOTHING, FixDestinations.of(port));
        engines.until(
                "the Logon",
                () -> session.sender().isLoggedOn() && accepted.sender().isLoggedOn());
        for (Duration by : List.of(Duration.ofHours(-1), Duration.ofHours(3), Duration.ofDays(-30))) {
            engines.until("that nothing is on its way", () -> areEven(accepted, session));
            engines.set(by);
            heartbeats(accepted);
        }
        assertTrue(session.isConnected());
        assertTrue(engines.lines().stream().noneMatch(line -> line.contains("is disconnected")), engines.lines() + "");
        FixEngine other = engines.open();
        FixSession second =
                other.add(initiator(new FixSessionId("FIX.4.4", "LATE", "SELL")), NOTHING, FixDestinations.of(port));
        engines.until("that nothing is on its way", () -> areEven(accepted, session));
        engines.set(Duration.ofHours(-1));
        within10Seconds("the second Logon", () -> second.sender().isLoggedOn());
    }

    private static boolean areEven(FixSession one, FixSession two) {
        return one.receiver().nextIncoming() == two.sender().nextOutgoing()
                && two.receiver().nextIncoming() == one.sender().nextOutgoing();
    }

    private void heartbeats(FixSession session) {
        long number = session.receiver().nextIncoming();
        within10Seconds("heartbeats", () -> session.receiver().nextIncoming() >= number + 3);
    }

    private void within10Seconds(String what, BooleanSupplier condition) {
        long endNs = engines.nowNs() + 10_000_000_000L;
        engines.until(what, () -> condition.getAsBoolean() || engines.nowNs() > endNs);
        assertTrue(condition.getAsBoolean(), what + " " + engines.lines());
    }

    private static FixSettings initiator(FixSessionId id) {
        return FixSettings.session(id, Samples.FIX44)
                .role(FixSettings.Role.INITIATOR)
                .heartbeatSeconds(1)
                .build();
    }
}
