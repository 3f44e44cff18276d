package io.millrace.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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
