package io.millrace.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fix.FixSchedule.Clock;
import java.nio.charset.StandardCharsets;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/**
 * Cases that users of other implementations have published, each by its number there. Those of the stream, of TLS, of
 * templates and of stores are in {@link FixFramerTest} (quickfixj#432), {@link EngineTlsTest} (quickfixn#511,
 * quickfix#398), {@link FixEngineTest} (jspurefix#87) and {@link StoreCasesTest} (quickfixj#601, quickfixj#540).
 */
class PublicCasesTest {

    private static final long START_NS = 1_772_438_400_000_000_000L;
    private static final String ORDER = "11=17|55=IBM|54=1|60=20260302-08:00:00|38=100|40=2|";

    private final List<String> lines = new ArrayList<>();

    /** quickfix PR#374, quickfixj#344. */
    @Test
    void aGapFillThatEndsAResendHasTheNumberAfterTheLastMessage() {
        FixTransmitter transmitter = transmitter();
        keep(transmitter, 1, "A", "98=0|108=30|");
        keep(transmitter, 2, "D", ORDER);
        keep(transmitter, 3, "0", "");
        keep(transmitter, 4, "0", "");
        keep(transmitter, 5, "0", "");
        transmitter.resend(START_NS, 2, 4);
        transmitter.poll(START_NS, 10);
        assertEquals(2, lines.size());
        assertTrue(lines.get(0).contains("|35=D|34=2|43=Y|"), lines.get(0));
        assertTrue(lines.get(1).contains("|35=4|34=3|43=Y|"), lines.get(1));
        assertTrue(lines.get(1).contains("|123=Y|36=5|"), lines.get(1));
    }

    /** quickfixj#244. */
    @Test
    void atTheEndOfASessionTheLogoutIsAnsweredAndThenTheNumbersBeginAgain() {
        FixSchedule schedule = FixSchedule.daily(
                new Clock(LocalTime.of(7, 0), ZoneId.of("UTC")),
                new Clock(LocalTime.of(8, 1), ZoneId.of("UTC")),
                EnumSet.allOf(DayOfWeek.class));
        SessionPair pair = new SessionPair(START_NS, settings -> settings.schedule(schedule), settings -> settings);
        pair.logOn();
        pair.send(pair.initiator(), "1");
        pair.exchange();
        pair.record();
        pair.pass(59);
        assertTrue(pair.isConnected());
        pair.sent();
        pair.pass(2);
        assertFalse(pair.isConnected());
        List<String> sent = pair.sent();
        assertTrue(sent.get(0).startsWith("< ") && sent.get(0).contains("|35=5|"), sent.toString());
        assertTrue(sent.getLast().startsWith("> ") && sent.getLast().contains("|35=5|"), sent.toString());
        assertEquals(1, pair.acceptor().sender().nextOutgoing());
        assertEquals(1, pair.acceptor().receiver().nextIncoming());
    }

    /** quickfixgo#762. */
    @Test
    void anAcceptorThatResetsSaysSoThoughTheLogonDoesNot() {
        SessionPair pair =
                new SessionPair(START_NS, settings -> settings.with(FixOption.RESET_AT_LOGON), settings -> settings);
        pair.acceptor().sender().setNextOutgoing(START_NS, 50);
        pair.acceptor().receiver().setNextIncoming(1);
        pair.record();
        pair.logOn();
        String answer = pair.sent().get(1);
        assertTrue(answer.startsWith("< ") && answer.contains("|34=1|") && answer.contains("|141=Y|"), answer);
    }

    @Test
    void aSideThatLearnsOfAResetContinuesAfterItsLogon() {
        for (int before : new int[] {0, 3}) {
            SessionPair pair = new SessionPair(
                    START_NS, settings -> settings.with(FixOption.RESET_AT_LOGON), settings -> settings);
            List<String> got = new ArrayList<>();
            pair.onAcceptor((_, _, message) -> got.add(message.text(11)));
            pair.initiator().setNextOutgoing(START_NS, 1 + before);
            for (int connection = 1; connection <= 3; connection++) {
                pair.logOn();
                pair.send(pair.initiator(), "order" + connection);
                pair.pass(61);
                assertTrue(pair.isConnected(), "before=" + before + " " + pair.acceptorClosed());
                pair.disconnect();
            }
            assertEquals(List.of("order1", "order2", "order3"), got);
        }
    }

    @Test
    void aResetThatWasNotAskedForIsRefusedWhereTheSettingsSaySo() {
        SessionPair pair = new SessionPair(
                START_NS,
                settings -> settings.with(FixOption.REFUSE_RESETS),
                settings -> settings.with(FixOption.RESET_AT_LOGON));
        pair.acceptor().setNextIncoming(START_NS, 5);
        pair.acceptor().setNextOutgoing(START_NS, 7);
        pair.record();
        pair.connect();
        pair.exchange();
        String answer = pair.sent().getLast();
        assertTrue(answer.contains("|35=5|") && answer.contains("|58=ResetSeqNumFlag=Y is not accepted|"), answer);
        assertEquals(5, pair.acceptor().receiver().nextIncoming());
        assertEquals(8, pair.acceptor().sender().nextOutgoing());
    }

    @Test
    void anInitiatorTakesTheResetThatItHasAskedForAndNoOther() {
        UnaryOperator<FixSettings.Builder> refusing = settings -> settings.with(FixOption.REFUSE_RESETS);
        SessionPair asking =
                new SessionPair(START_NS, s -> s, s -> refusing.apply(s).with(FixOption.RESET_AT_LOGON));
        asking.acceptor().setNextIncoming(START_NS, 5);
        asking.logOn();
        SessionPair unasked = new SessionPair(START_NS, s -> s.with(FixOption.RESET_AT_LOGON), refusing);
        unasked.record();
        unasked.connect();
        unasked.exchange();
        String refusal = unasked.sent().stream()
                .filter(message -> message.startsWith("> ") && message.contains("|35=5|"))
                .findFirst()
                .orElse("none");
        assertTrue(refusal.contains("|58=ResetSeqNumFlag=Y is not accepted|"), refusal);
    }

    /** By the standard both Logons of a reset have number 1. */
    @Test
    void aResetWithAnotherNumberIsRefused() {
        SessionPair pair = new SessionPair(START_NS);
        pair.logOn();
        pair.record();
        long number = pair.acceptor().receiver().nextIncoming();
        pair.inject(Samples.framed(
                "FIX.4.4", "35=A|34=" + number + "|49=BUY|52=20260302-08:00:00.000|56=SELL|98=0|108=30|141=Y|"));
        pair.exchange();
        String answer = String.join("\n", pair.sent());
        assertTrue(
                answer.contains("|58=MsgSeqNum with ResetSeqNumFlag=Y is wrong, expecting 1 but received 2|"), answer);
    }

    /** quickfixj#486, PR#568: New York changes its clock on 2026-03-08, Madrid on 2026-03-29. */
    @Test
    void aScheduleOverTwoZonesIsRightInWeeksInWhichOneHasChanged() {
        FixSchedule schedule = FixSchedule.daily(
                new Clock(LocalTime.of(22, 0), ZoneId.of("Europe/Madrid")),
                new Clock(LocalTime.of(16, 45), ZoneId.of("America/New_York")),
                EnumSet.range(DayOfWeek.MONDAY, DayOfWeek.THURSDAY));
        EnumSet<DayOfWeek> days = EnumSet.range(DayOfWeek.MONDAY, DayOfWeek.THURSDAY);
        days.add(DayOfWeek.SUNDAY);
        FixSchedule sundayToThursday = FixSchedule.daily(
                new Clock(LocalTime.of(22, 0), ZoneId.of("Europe/Madrid")),
                new Clock(LocalTime.of(16, 45), ZoneId.of("America/New_York")),
                days);
        assertEquals(
                new FixSchedule.Period(Instant.parse("2026-03-02T21:00:00Z"), Instant.parse("2026-03-02T21:45:00Z")),
                schedule.periodAt(Instant.parse("2026-03-02T21:10:00Z")),
                "both in winter");
        assertEquals(
                new FixSchedule.Period(Instant.parse("2026-03-09T21:00:00Z"), Instant.parse("2026-03-10T20:45:00Z")),
                schedule.periodAt(Instant.parse("2026-03-10T12:00:00Z")),
                "New York alone in summer");
        assertEquals(
                new FixSchedule.Period(Instant.parse("2026-03-30T20:00:00Z"), Instant.parse("2026-03-30T20:45:00Z")),
                schedule.periodAt(Instant.parse("2026-03-30T20:00:00Z")),
                "both in summer");
        assertNull(sundayToThursday.periodAt(Instant.parse("2026-03-13T21:30:00Z")), "Friday evening is not listed");
        assertEquals(
                Instant.parse("2026-03-15T21:00:00Z"),
                sundayToThursday
                        .nextAfter(Instant.parse("2026-03-13T21:30:00Z"))
                        .start());
    }

    /** quickfixj#591. */
    @Test
    void aDataLengthBeyondItsFieldLeavesTheNextMessageReadable() {
        byte[] bad = Samples.message("D", ORDER + "354=9999|355=abc|");
        byte[] good = Samples.message("0", "112=next|");
        FixFramer framer = new FixFramer(1 << 16);
        framer.add(bad, 0, bad.length);
        framer.add(good, 0, good.length);
        assertEquals(FixFramer.Result.MESSAGE, framer.next());
        FixMessage message = new FixMessage();
        assertEquals(
                FixFault.DATA_LENGTH, message.parse(framer.bytes(), framer.offset(), framer.length(), Samples.FIX44));
        assertEquals(FixFramer.Result.MESSAGE, framer.next());
        assertEquals(FixFault.NONE, message.parse(framer.bytes(), framer.offset(), framer.length(), Samples.FIX44));
        assertEquals("next", message.text(112));
    }

    /** pyfixmsg#23. */
    @Test
    void aGroupWhoseFirstMemberCountsAnotherGroupIsWhole() {
        String text = "<fix major='4' minor='4'><header><field name='BeginString'/><field name='BodyLength'/>"
                + "<field name='MsgType'/></header><trailer><field name='CheckSum'/></trailer><messages>"
                + "<message name='M' msgtype='M' msgcat='app'><group name='NoOuter'><group name='NoInner'>"
                + "<field name='X'/></group><field name='Y'/></group></message></messages><fields>"
                + "<field number='8' name='BeginString' type='STRING'/><field number='9' name='BodyLength' type='INT'/>"
                + "<field number='35' name='MsgType' type='STRING'/><field number='10' name='CheckSum' type='STRING'/>"
                + "<field number='100' name='NoOuter' type='NUMINGROUP'/>"
                + "<field number='101' name='NoInner' type='NUMINGROUP'/><field number='102' name='X' type='INT'/>"
                + "<field number='103' name='Y' type='INT'/></fields></fix>";
        FixDictionary dictionary = FixDictionary.read(
                new java.io.ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), "nested.xml");
        byte[] bytes = Samples.framed("FIX.4.4", "35=M|100=2|101=2|102=1|102=2|103=3|101=1|102=4|103=5|");
        FixMessage message = new FixMessage();
        assertEquals(FixFault.NONE, message.parse(bytes, 0, bytes.length, dictionary));
        assertTrue(new FixValidator(FixCheck.all()).isValid(message));
        StringBuilder read = new StringBuilder();
        FixEntries outer = message.group(100);
        while (outer.next()) {
            FixEntries inner = outer.group(101);
            while (inner.next()) {
                read.append(inner.longValue(102));
            }
            read.append(':').append(outer.longValue(103)).append(' ');
        }
        assertEquals("12:3 4:5 ", read.toString());
    }

    /** quickfix#637. */
    @Test
    void anUnknownTagIsAcceptedOrRejectedByPolicyAndTheApplicationLearnsOfIt() {
        SessionPair strict = new SessionPair(START_NS);
        SessionPair lenient =
                new SessionPair(START_NS, settings -> settings.checks(FixCheck.knownFields()), settings -> settings);
        for (SessionPair pair : List.of(strict, lenient)) {
            List<String> got = new ArrayList<>();
            pair.onAcceptor((_, _, message) -> got.add(message.text(20_001)));
            pair.logOn();
            pair.record();
            FixWriter order = new FixWriter()
                    .start("D")
                    .body()
                    .put(11, 1)
                    .put(55, "x")
                    .put(54, '1')
                    .put(40, '1');
            order.putTimestamp(60, START_NS, FixTime.Precision.SECONDS).put(20_001, "new");
            pair.initiator().send(START_NS, order);
            pair.exchange();
            if (pair == strict) {
                assertEquals(List.of(), got);
                assertTrue(pair.sent().get(1).contains("|371=20001|"));
            } else {
                assertEquals(List.of("new"), got);
            }
        }
    }

    /** quickfixn#478, #216. */
    @Test
    void aCharacterOfSeveralBytesThatPacketsCutArrivesWhole() {
        byte[] text = "日本語のテキスト".getBytes(StandardCharsets.UTF_8);
        FixWriter writer = new FixWriter().start("B");
        writer.put(34, 2)
                .put(49, "A")
                .put(52, "20260302-08:00:00")
                .put(56, "B")
                .body()
                .put(148, "n");
        writer.put(33, 1).put(58, text, 0, text.length).finish("FIX.4.4");
        FixFramer framer = new FixFramer(1 << 16);
        FixMessage message = new FixMessage();
        for (int i = 0; i < writer.length(); i++) {
            assertEquals(FixFramer.Result.INCOMPLETE, framer.next());
            framer.add(writer.bytes(), writer.offset() + i, 1);
        }
        assertEquals(FixFramer.Result.MESSAGE, framer.next());
        assertEquals(FixFault.NONE, message.parse(framer.bytes(), framer.offset(), framer.length(), Samples.FIX44));
        FixEntries entries = message.group(33);
        assertTrue(entries.next());
        int field = entries.find(58);
        String read = new String(
                message.bytes(),
                message.start(field),
                message.end(field) - message.start(field),
                StandardCharsets.UTF_8);
        assertEquals("日本語のテキスト", read);
    }

    /** quickfixj#418, quickfix#156: see also {@link FixTimeTest}. */
    @Test
    void aLeapSecondAndAllPrecisionsAreAccepted() {
        for (String time : List.of("23:59:60", "23:59:59.1", "23:59:59.123456", "23:59:59.123456789012")) {
            FixMessage message = Samples.parsed(Samples.message("D", ORDER.replace("08:00:00", time)));
            assertTrue(new FixValidator(FixCheck.all()).isValid(message), time);
        }
    }

    /** artio#498. */
    @Test
    void aMessageAboveTheLimitEndsTheSessionWithAReason() {
        SessionPair pair = new SessionPair(START_NS);
        pair.logOn();
        pair.record();
        pair.inject(Samples.bytes("8=FIX.4.4|9=99999999|35=D|"));
        pair.exchange();
        String logout = pair.sent().get(1);
        assertTrue(logout.contains("|35=5|") && logout.contains("|58=Message too long, BodyLength=99999999,"), logout);
        assertFalse(pair.isConnected());
    }

    /** jspurefix#87, as far as it concerns sessions: each peer has its own numbers. */
    @Test
    void twoPeersOfOneAcceptorHaveTheirOwnNumbers() {
        SessionPair one = new SessionPair(START_NS);
        SessionPair two = new SessionPair(START_NS);
        one.logOn();
        two.logOn();
        one.send(one.initiator(), "1");
        one.exchange();
        assertEquals(3, one.acceptor().receiver().nextIncoming());
        assertEquals(2, two.acceptor().receiver().nextIncoming());
    }

    private FixTransmitter transmitter() {
        FixSettings settings = FixSettings.session(new FixSessionId("FIX.4.4", "ISLD", "TW"), Samples.FIX44)
                .build();
        FixTransmitter transmitter = new FixTransmitter(settings, new MemoryStore(1 << 16, 1 << 8));
        transmitter.connected(new FixLine() {
            @Override
            public void write(byte[] bytes, int offset, int length) {
                lines.add(FixText.latin(bytes, offset, offset + length).replace('\u0001', '|'));
            }

            @Override
            public void close(String reason) {
                lines.add("closed");
            }
        });
        return transmitter;
    }

    private static void keep(FixTransmitter transmitter, long number, String type, String fields) {
        byte[] bytes = Samples.framed(
                "FIX.4.4", "35=" + type + "|34=" + number + "|49=ISLD|52=20260302-08:00:00.000|56=TW|" + fields);
        transmitter.keep(START_NS, number, bytes, 0, bytes.length);
    }
}
