package io.millrace.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class FixSessionTest {

    private static final long START_NS = 1_772_438_400_000_000_000L;

    @Test
    void aSilentSessionLivesOnHeartbeats() {
        SessionPair pair = new SessionPair(START_NS);
        pair.logOn();
        pair.pass(600);
        assertTrue(pair.isConnected());
        long next = pair.initiator().sender().nextOutgoing();
        assertTrue(next >= 19 && next <= 23, "a heartbeat each 30 s next=" + next);
    }

    @Test
    void aPeerThatIsSilentIsAskedAndThenLeft() {
        SessionPair pair = new SessionPair(START_NS);
        pair.logOn();
        pair.record();
        for (long t = 0; t < 80 && pair.acceptorClosed() == null; t++) {
            pair.jump(pair.nowNs() + 1_000_000_000L);
            pair.acceptor().tick(pair.nowNs());
        }
        assertTrue(pair.sent().stream().anyMatch(m -> m.contains("|35=1|") && m.contains("|112=TEST|")));
        assertEquals("the peer is silent seconds=72", pair.acceptorClosed());
    }

    @Test
    void aPeerHasTimeToAnswerAfterAPause() {
        SessionPair pair = new SessionPair(START_NS);
        pair.logOn();
        pair.jump(START_NS + 600_000_000_000L);
        pair.acceptor().tick(pair.nowNs());
        pair.jump(pair.nowNs() + 10_000_000L);
        pair.acceptor().tick(pair.nowNs());
        pair.exchange();
        assertTrue(pair.isConnected(), pair.acceptorClosed());
    }

    @Test
    void anApplicationSendsNothingThatIsTheSessions() {
        SessionPair pair = new SessionPair(START_NS);
        pair.logOn();
        FixSession session = pair.initiator();
        long next = session.sender().nextOutgoing();
        for (String type : List.of("0", "1", "2", "3", "4", "5", "A")) {
            FixWriter message = new FixWriter().start(type).body().put(58, "x");
            refused(session, message, "messages of the session tag=35 value=" + type);
        }
        for (int tag : new int[] {8, 9, 10, 34, 35, 43, 49, 52, 56, 122, 369}) {
            String text = "fields of the session tag=" + tag + " value=evil";
            refused(session, new FixWriter().start("D").put(tag, "evil").body().put(58, "x"), text);
            refused(session, new FixWriter().start("D").body().put(58, "x").put(tag, "evil"), text);
        }
        assertEquals(next, session.sender().nextOutgoing());
        FixWriter good = new FixWriter()
                .start("B")
                .put(50, "desk")
                .put(115, "house")
                .body()
                .put(148, "x");
        session.send(pair.nowNs(), good);
        assertEquals(next + 1, session.sender().nextOutgoing());
        FixWriter writer = new FixWriter();
        assertThrows(IllegalArgumentException.class, () -> writer.start(""));
        assertThrows(IllegalArgumentException.class, () -> writer.start("D\u000137=x"));
    }

    private static void refused(FixSession session, FixWriter message, String text) {
        String said = assertThrows(IllegalArgumentException.class, () -> session.send(START_NS, message))
                .getMessage();
        assertTrue(said.endsWith(text), said);
    }

    @Test
    void aNumberThatLeavesNoRoomIsRefused() {
        SessionPair pair = new SessionPair(START_NS);
        pair.logOn();
        pair.record();
        for (String field : List.of("36=", "123=Y|36=")) {
            long number = pair.acceptor().receiver().nextIncoming();
            inject(pair, "35=4|34=" + number, field + "999999999999999999|");
            String answer = pair.sent().getLast();
            assertTrue(answer.contains("|35=3|") && answer.contains("|371=36|") && answer.contains("|373=5|"), answer);
        }
        for (long number : new long[] {0, 1_000_000_000_000_000L, Long.MAX_VALUE}) {
            FixSession session = pair.acceptor();
            assertThrows(IllegalArgumentException.class, () -> session.setNextIncoming(START_NS, number));
            assertThrows(IllegalArgumentException.class, () -> session.setNextOutgoing(START_NS, number));
        }
        assertTrue(pair.isConnected());
        assertTrue(pair.acceptor().receiver().nextIncoming() < 10);
    }

    @Test
    void anIntervalOfMoreThanADayIsRefused() {
        SessionPair pair = new SessionPair(START_NS);
        pair.record();
        pair.connect();
        pair.lose();
        inject(pair, "35=A|34=1", "98=0|108=9999999999|");
        assertFalse(pair.isConnected());
        String answer = pair.sent().getLast();
        assertTrue(answer.contains("|58=HeartBtInt is too high, expecting at most 86400 but received 9999"), answer);
        pair.connect();
        pair.lose();
        inject(pair, "35=A|34=1", "98=0|108=86400|");
        assertTrue(pair.acceptor().sender().isLoggedOn());
    }

    @Test
    void aTimeThatNanosecondsCannotTellIsAWrongTime() {
        for (String time : List.of("99991231-23:59:59", "00010101-00:00:00", "25540721-23:34:33")) {
            SessionPair pair = new SessionPair(START_NS);
            pair.logOn();
            pair.record();
            byte[] bytes = Samples.framed("FIX.4.4", "35=0|34=2|49=BUY|52=" + time + "|56=SELL|");
            pair.inject(bytes);
            pair.exchange();
            assertTrue(pair.sent().stream().anyMatch(m -> m.contains("|35=3|") && m.contains("|373=10|")), time);
        }
    }

    @Test
    void whatIsNotSentAgainIsPassedOverInBoundedSteps() {
        SessionPair pair = new SessionPair(START_NS);
        pair.logOn();
        for (int i = 0; i < 500; i++) {
            inject(pair, "35=1|34=" + (i + 2), "112=x|");
        }
        pair.record();
        inject(pair, "35=2|34=502", "7=1|16=0|");
        assertTrue(pair.acceptor().isBehind());
        assertEquals(1, pair.sent().size());
        int polls = 1;
        while (pair.acceptor().write(pair.nowNs())) {
            polls++;
        }
        assertTrue(polls > 3, "polls=" + polls);
        String filled = pair.sent().getLast();
        assertTrue(filled.contains("|34=1|") && filled.contains("|123=Y|36=502|"), filled);

        pair.acceptor().setNextOutgoing(pair.nowNs(), 999_999_999_999_999L);
        inject(pair, "35=2|34=503", "7=502|16=0|");
        assertFalse(pair.acceptor().isBehind());
        assertTrue(pair.sent().getLast().contains("|34=502|"));
    }

    private static void inject(SessionPair pair, String start, String fields) {
        pair.inject(Samples.framed("FIX.4.4", start + "|49=BUY|52=20260302-08:00:00.000|56=SELL|" + fields));
        pair.exchange();
    }

    @Test
    void whatWasLostIsAskedForAndComesOnceInOrder() {
        SessionPair pair = new SessionPair(START_NS);
        List<String> got = new ArrayList<>();
        pair.onAcceptor((_, _, message) -> got.add(message.text(11)));
        pair.logOn();
        pair.send(pair.initiator(), "1");
        pair.exchange();
        pair.send(pair.initiator(), "2");
        pair.send(pair.initiator(), "3");
        pair.lose();
        pair.send(pair.initiator(), "4");
        pair.exchange();
        assertEquals(List.of("1", "2", "3", "4"), got);
        assertTrue(pair.isConnected());
    }

    @Test
    void whatWasSentWhileDisconnectedComesAfterTheNextLogon() {
        SessionPair pair = new SessionPair(START_NS);
        List<String> got = new ArrayList<>();
        pair.onAcceptor((_, _, message) -> got.add(message.text(11) + (message.isYes(43) ? " again" : "")));
        pair.logOn();
        pair.disconnect();
        pair.send(pair.initiator(), "1");
        pair.send(pair.initiator(), "2");
        pair.logOn();
        pair.send(pair.initiator(), "3");
        pair.exchange();
        assertEquals(List.of("1 again", "2 again", "3"), got);
    }

    @Test
    void nothingIsLostRepeatedOrReorderedWhateverTheLineLoses() {
        losses(UnaryOperator.identity());
        losses(settings -> settings.resendChunk(3));
        losses(settings -> settings.with(FixOption.NEXT_EXPECTED));
        losses(settings -> settings.mostPending(2));
    }

    private static void losses(UnaryOperator<FixSettings.Builder> adjust) {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 20; round++) {
            SessionPair pair = new SessionPair(START_NS, adjust, adjust);
            List<Integer> got = new ArrayList<>();
            pair.onAcceptor((_, _, message) -> got.add((int) message.longValue(11)));
            pair.logOn();
            int sent = 0;
            for (int step = 0; step < 60; step++) {
                switch (random.nextInt(6)) {
                    case 0 -> pair.lose();
                    case 1 -> {
                        pair.disconnect();
                        pair.logOn();
                    }
                    case 2 -> pair.pass(1 + random.nextInt(40));
                    case 3 -> pair.exchange();
                    default -> pair.send(pair.initiator(), Integer.toString(sent++));
                }
            }
            pair.disconnect();
            pair.logOn();
            pair.pass(1);
            List<Integer> all = new ArrayList<>();
            for (int i = 0; i < sent; i++) {
                all.add(i);
            }
            assertEquals(all, got, "seed=" + seed + " round=" + round);
        }
    }

    @Test
    void aResendIsWrittenInBoundedSteps() {
        SessionPair pair = new SessionPair(START_NS);
        pair.logOn();
        pair.disconnect();
        for (int i = 0; i < 300; i++) {
            pair.send(pair.initiator(), Integer.toString(i));
        }
        pair.logOn();
        assertEquals(
                pair.initiator().sender().nextOutgoing(),
                pair.acceptor().receiver().nextIncoming());
    }

    @Test
    void whatTheStoreHasForgottenIsFilled() {
        SessionPair pair = new SessionPair(START_NS);
        List<String> got = new ArrayList<>();
        pair.onAcceptor((_, _, message) -> got.add(message.text(11)));
        pair.logOn();
        pair.disconnect();
        for (int i = 0; i < 3_000; i++) {
            pair.send(pair.initiator(), Integer.toString(i));
        }
        pair.logOn();
        pair.pass(1);
        assertEquals("2999", got.getLast());
        assertTrue(got.size() < 1_024);
        assertEquals(
                pair.initiator().sender().nextOutgoing(),
                pair.acceptor().receiver().nextIncoming());
    }

    @Test
    void aLogoutIsAnsweredOrTheConnectionIsClosedInTime() {
        SessionPair pair = new SessionPair(START_NS);
        pair.logOn();
        pair.initiator().logout(pair.nowNs(), "end of day");
        pair.exchange();
        assertFalse(pair.isConnected());

        SessionPair silent =
                new SessionPair(START_NS, settings -> settings.logoutTimeout(Duration.ofSeconds(3)), s -> s);
        silent.logOn();
        silent.acceptor().logout(silent.nowNs(), null);
        silent.jump(silent.nowNs() + 2_900_000_000L);
        silent.acceptor().tick(silent.nowNs());
        assertEquals(null, silent.acceptorClosed());
        silent.jump(silent.nowNs() + 100_000_000L);
        silent.acceptor().tick(silent.nowNs());
        assertEquals("no answer to the Logout", silent.acceptorClosed());
    }

    @Test
    void aConnectionWithoutALogonIsClosedInTime() {
        SessionPair pair = new SessionPair(START_NS);
        FixSession session = pair.acceptor();
        String[] closed = new String[1];
        FixConnection connection = new FixConnection(
                _ -> session,
                new FixLine() {
                    @Override
                    public void write(byte[] bytes, int offset, int length) {}

                    @Override
                    public void close(String reason) {
                        closed[0] = reason;
                    }
                },
                1 << 16,
                START_NS,
                5_000_000_000L);
        connection.tick(START_NS + 4_999_999_999L);
        assertTrue(connection.isOpen());
        connection.tick(START_NS + 5_000_000_000L);
        assertEquals("no Logon in time", closed[0]);
    }
}
