package io.millrace.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.net.HostPort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FixEngineTest {

    private static final FixApplication NOTHING = (_, _, _) -> {};

    @TempDir
    private Path directory;

    private final TestEngines engines = new TestEngines();

    @AfterEach
    void close() {
        engines.close();
    }

    @Test
    void ordersGoThereAndReportsComeBack() {
        FixEngine seller = engines.open();
        List<String> reports = new ArrayList<>();
        FixWriter report = new FixWriter();
        seller.add(TestEngines.acceptor(TestEngines.SELL), (session, timeNs, order) -> {
            report.start("8")
                    .body()
                    .put(37, order.text(11))
                    .put(17, "1")
                    .put(150, '0')
                    .put(39, '0');
            report.put(55, "IBM").put(54, '1').put(151, 100).put(14, 0).put(6, 0);
            session.send(timeNs, report);
        });
        HostPort port = seller.listen(TestEngines.anyPort());
        FixEngine buyer = engines.open();
        FixSession session = buyer.add(
                TestEngines.initiator(TestEngines.BUY),
                (_, _, message) -> reports.add(message.text(37)),
                FixDestinations.of(port));
        engines.until("the Logon", () -> session.sender().isLoggedOn());
        for (int i = 1; i <= 100; i++) {
            engines.order(session, i);
        }
        engines.until("all reports", () -> reports.size() == 100);
        assertEquals("100", reports.getLast());
        buyer.stop();
        engines.until("the end of the buyer", buyer::done);
        assertFalse(seller.named(TestEngines.SELL).isConnected());
    }

    /** The message is kept and does not come again, and the store of the engine takes what follows. */
    @Test
    void anApplicationThatThrowsLosesItsConnectionAndNothingElse() throws IOException {
        FixEngine seller =
                engines.open(FixEngineOptions.named("test").with(TestEngines.journal(directory.resolve("fix"))));
        List<String> taken = new ArrayList<>();
        FixSession session = seller.add(TestEngines.acceptor(TestEngines.SELL), (_, _, message) -> {
            if (taken.isEmpty()) {
                taken.add("failed " + message.text(11));
                throw new IllegalStateException("no such book");
            }
            taken.add(message.text(11));
        });
        HostPort port = seller.listen(TestEngines.anyPort());
        FixEngine buyer = engines.open();
        FixSession orders = buyer.add(TestEngines.initiator(TestEngines.BUY), NOTHING, FixDestinations.of(port));
        engines.until("the Logon", () -> orders.sender().isLoggedOn());
        engines.order(orders, 1);
        engines.until("the end of the connection", () -> engines.hasLine("the application has failed session="));
        engines.until(
                "the next Logon",
                () -> orders.sender().isLoggedOn() && session.sender().isLoggedOn());
        engines.order(orders, 2);
        engines.until("the next order", () -> taken.size() == 2);
        assertEquals(List.of("failed 1", "2"), taken);
        seller.execute(() -> {
            throw new IllegalStateException("an action");
        });
        engines.until("the line of the action", () -> engines.hasLine("an action of execute has failed"));
    }

    @Test
    void anEngineWhoseJournalHasFailedClosesWithoutAnotherFailure() {
        FixJournal journal = TestEngines.journal(directory.resolve("fix"));
        FixEngine seller = engines.open(FixEngineOptions.named("test").with(journal));
        seller.add(TestEngines.acceptor(TestEngines.SELL), NOTHING);
        HostPort port = seller.listen(TestEngines.anyPort());
        FixEngine buyer = engines.open();
        FixSession orders = buyer.add(TestEngines.initiator(TestEngines.BUY), NOTHING, FixDestinations.of(port));
        engines.until("the Logon", () -> orders.sender().isLoggedOn());
        journal.channel().close();
        engines.order(orders, 1);
        assertThrows(RuntimeException.class, () -> {
            for (int i = 0; i < 1_000_000; i++) {
                engines.poll();
            }
        });
        engines.close(seller);
    }

    @Test
    void aConnectionThatNamesNoSessionIsClosedAndALineSaysWhy() throws IOException {
        FixEngine seller = engines.open();
        FixSession session = seller.add(TestEngines.acceptor(TestEngines.SELL), NOTHING);
        HostPort port = seller.listen(TestEngines.anyPort());
        try (Socket other = connect(port);
                Socket first = connect(port);
                Socket second = connect(port)) {
            send(other, logon("OTHER", "SELL"));
            engines.until("the refusal", () -> engines.hasLine("names no session that is known"));
            assertTrue(engines.hasLine("session=FIX.4.4:SELL->OTHER"), engines.lines() + "");
            assertEquals(-1, other.getInputStream().read());
            send(first, logon("BUY", "SELL"));
            engines.until("the Logon", () -> session.sender().isLoggedOn());
            send(second, logon("BUY", "SELL"));
            engines.until("the second refusal", () -> engines.hasLine("is connected already"));
            assertEquals(-1, second.getInputStream().read());
            assertTrue(session.sender().isLoggedOn());
        }
    }

    @Test
    void aConnectionWithoutAMessageIsClosedInTimeAndTheirNumberIsBounded() throws IOException {
        FixEngineLimits limits = FixEngineLimits.defaults().withConnections(100, 2);
        FixEngine seller = engines.open(FixEngineOptions.named("test").with(limits));
        HostPort port = seller.listen(TestEngines.anyPort());
        try (Socket one = connect(port);
                Socket two = connect(port)) {
            engines.poll();
            try (Socket three = connect(port)) {
                engines.until("the refusal", () -> engines.hasLine("too many connections=2 unknown=2"));
                assertEquals(-1, three.getInputStream().read());
            }
            engines.pass(Duration.ofSeconds(10));
            engines.until("the time to be over", () -> engines.hasLine("no Logon in time"));
            assertEquals(-1, one.getInputStream().read());
            assertEquals(-1, two.getInputStream().read());
        }
    }

    /** jspurefix#87. */
    @Test
    void aTemplateAdmitsABoundedNumberAndEachHasNumbersOfItsOwnAfterARestartToo() throws IOException {
        FixEngineLimits limits = FixEngineLimits.defaults().withDynamicSessions(2);
        FixTemplate template = template(id -> id.own().equals("SELL"));
        FixEngine seller =
                engines.open(FixEngineOptions.named("test").with(limits).with(TestEngines.journal(directory)));
        seller.add(template);
        HostPort port = seller.listen(TestEngines.anyPort());
        try (Socket one = connect(port);
                Socket two = connect(port);
                Socket three = connect(port)) {
            send(one, logon("ONE", "SELL"));
            send(two, logon("TWO", "SELL"));
            engines.until("two sessions", () -> seller.sessions().size() == 2);
            send(three, logon("THREE", "SELL"));
            engines.until("the refusal", () -> engines.hasLine("too many of templates"));
            send(one, Samples.framed("FIX.4.4", "35=0|34=2|49=ONE|52=20260302-08:00:00.000|56=SELL|"));
            FixSession first = seller.named(new FixSessionId("FIX.4.4", "SELL", "ONE"));
            engines.until("the heartbeat", () -> first.receiver().nextIncoming() == 3);
        }
        engines.close(seller);
        FixEngine again = engines.open(FixEngineOptions.named("test").with(TestEngines.journal(directory)));
        again.add(template);
        FixSession one = again.session(new FixSessionId("FIX.4.4", "SELL", "ONE"));
        FixSession two = again.session(new FixSessionId("FIX.4.4", "SELL", "TWO"));
        assertEquals(3, one.receiver().nextIncoming());
        assertEquals(2, two.receiver().nextIncoming());
        assertEquals(2, two.sender().nextOutgoing());
    }

    private static FixTemplate template(Predicate<FixSessionId> admits) {
        return new FixTemplate() {
            @Override
            public FixSettings settings(FixSessionId id) {
                return admits.test(id) ? TestEngines.acceptor(id) : null;
            }

            @Override
            public FixApplication application(FixSessionId id) {
                return NOTHING;
            }
        };
    }

    @Test
    void afterARestartBothSidesContinueAndWhatWasSentMeanwhileIsResentFromTheJournal() {
        List<String> got = new ArrayList<>();
        FixEngine seller = engines.open();
        seller.add(TestEngines.acceptor(TestEngines.SELL), (_, _, order) -> got.add(order.text(11)));
        HostPort port = seller.listen(TestEngines.anyPort());
        FixEngine buyer = journalled(port);
        FixSession before = buyer.named(TestEngines.BUY);
        engines.until("the Logon", () -> before.sender().isLoggedOn());
        engines.order(before, 1);
        engines.until("the first order", () -> got.size() == 1);
        engines.close(buyer);
        FixEngine again = journalled(port);
        FixSession after = again.named(TestEngines.BUY);
        assertEquals(before.sender().nextOutgoing(), after.sender().nextOutgoing());
        for (int i = 2; i <= 5_000; i++) {
            engines.order(after, i);
        }
        engines.until("all orders", () -> got.size() == 5_000);
        for (int i = 1; i <= 5_000; i++) {
            assertEquals(Integer.toString(i), got.get(i - 1));
        }
    }

    private FixEngine journalled(HostPort port) {
        FixEngine engine = engines.open(FixEngineOptions.named("test").with(TestEngines.journal(directory)));
        engine.add(TestEngines.initiator(TestEngines.BUY), NOTHING, FixDestinations.of(port));
        return engine;
    }

    @Test
    void aPeerThatDoesNotReadTakesLittleMemoryAndIsDisconnectedInTime() throws IOException {
        FixEngineLimits limits = FixEngineLimits.defaults().withSlowPeers(1 << 14, Duration.ofSeconds(5));
        FixEngine seller =
                engines.open(FixEngineOptions.named("test").with(limits).with(TestEngines.journal(directory)));
        FixSession session = seller.add(TestEngines.acceptor(TestEngines.SELL), NOTHING);
        HostPort port = seller.listen(TestEngines.anyPort());
        try (Socket socket = new Socket()) {
            socket.setReceiveBufferSize(1 << 12);
            socket.connect(new java.net.InetSocketAddress(port.host(), port.port()));
            send(socket, logon("BUY", "SELL"));
            engines.until("the Logon", () -> session.sender().isLoggedOn());
            for (int i = 0; i < 50_000; i++) {
                engines.order(session, i);
                engines.poll();
            }
            engines.pass(Duration.ofSeconds(5));
            engines.until("the end", () -> engines.hasLine("the peer does not read waitingBytes="));
            String line = engines.lines().getLast();
            long waiting = Long.parseLong(line.replaceAll(".*waitingBytes=(\\d+).*", "$1"));
            assertTrue(waiting < 1 << 14, line);
            assertEquals(50_002, session.sender().nextOutgoing());
        }
    }

    @Test
    void anInitiatorTriesItsHostsInTurnAndWaitsLongerFromFailureToFailure() throws IOException {
        HostPort dead;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            dead = new HostPort("127.0.0.1", socket.getLocalPort());
        }
        FixEngine seller = engines.open();
        seller.add(TestEngines.acceptor(TestEngines.SELL), NOTHING);
        HostPort port = seller.listen(TestEngines.anyPort());
        FixEngine buyer = engines.open();
        FixSession session = buyer.add(
                TestEngines.initiator(TestEngines.BUY),
                NOTHING,
                FixDestinations.of(dead, dead, dead, port).withWaits(Duration.ofSeconds(1), Duration.ofSeconds(3)));
        List<Long> failures = new ArrayList<>();
        engines.until("the Logon at the last host", () -> {
            long count = engines.lines().stream()
                    .filter(line -> line.startsWith("cannot connect session=FIX.4.4:BUY->SELL host=" + dead))
                    .count();
            if (count > failures.size()) {
                failures.add(engines.nowNs());
            }
            return session.sender().isLoggedOn();
        });
        assertEquals(3, failures.size(), engines.lines() + "");
        long first = failures.get(1) - failures.get(0);
        long second = failures.get(2) - failures.get(1);
        assertTrue(first >= 1_000_000_000L, "ns=" + first);
        assertTrue(second >= 2_000_000_000L, "ns=" + second);
    }

    @Test
    void theScheduleDecidesWhenAnInitiatorConnects() {
        FixEngine seller = engines.open();
        seller.add(TestEngines.acceptor(TestEngines.SELL), NOTHING);
        HostPort port = seller.listen(TestEngines.anyPort());
        ZoneId zone = ZoneId.of("UTC");
        FixSchedule schedule = FixSchedule.daily(
                new FixSchedule.Clock(LocalTime.of(9, 0), zone),
                new FixSchedule.Clock(LocalTime.of(17, 0), zone),
                EnumSet.allOf(DayOfWeek.class));
        FixEngine buyer = engines.open();
        FixSession session = buyer.add(
                FixSettings.session(TestEngines.BUY, Samples.FIX44)
                        .role(FixSettings.Role.INITIATOR)
                        .schedule(schedule)
                        .build(),
                NOTHING,
                FixDestinations.of(port));
        for (int i = 0; i < 3_000; i++) { // it is eight o'clock
            engines.pass(Duration.ofSeconds(1));
            engines.poll();
        }
        assertFalse(session.isConnected());
        engines.pass(Duration.ofMinutes(10));
        engines.until("nine o'clock", () -> session.sender().isLoggedOn());
        engines.pass(Duration.ofHours(8));
        engines.until("five o'clock", () -> !session.isConnected());
        assertEquals(1, session.sender().nextOutgoing());
    }

    @Test
    void moreMessagesThanTheRateHaveToWait() {
        FixEngineLimits limits = FixEngineLimits.defaults().withRate(100);
        FixEngine seller = engines.open(FixEngineOptions.named("test").with(limits));
        List<String> got = new ArrayList<>();
        seller.add(TestEngines.acceptor(TestEngines.SELL), (_, _, order) -> got.add(order.text(11)));
        HostPort port = seller.listen(TestEngines.anyPort());
        FixEngine buyer = engines.open(FixEngineOptions.named("test").with(TestEngines.journal(directory)));
        FixSession session = buyer.add(TestEngines.initiator(TestEngines.BUY), NOTHING, FixDestinations.of(port));
        engines.until("the Logon", () -> session.sender().isLoggedOn());
        long startNs = engines.nowNs();
        for (int i = 1; i <= 2_000; i++) {
            engines.order(session, i);
        }
        engines.until("all orders", () -> got.size() == 2_000);
        // What one read brings passes at once, and a second's worth was saved before.
        long leastNs = (2_000 - (1 << 16) / 100 - 100) * 10_000_000L;
        assertTrue(engines.nowNs() - startNs >= leastNs, "ns=" + (engines.nowNs() - startNs));
    }

    @Test
    void twoSessionsOfOneNameAreRefused() {
        FixEngine engine = engines.open();
        engine.add(TestEngines.acceptor(TestEngines.SELL), NOTHING);
        FixSettings same = TestEngines.acceptor(TestEngines.SELL);
        assertThrows(FixException.class, () -> engine.add(same, NOTHING));
    }

    private static Socket connect(HostPort port) throws IOException {
        return new Socket(port.host(), port.port());
    }

    private static byte[] logon(String from, String to) {
        return Samples.framed(
                "FIX.4.4", "35=A|34=1|49=" + from + "|52=20260302-08:00:00.000|56=" + to + "|98=0|108=0|");
    }

    private static void send(Socket socket, byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
    }
}
