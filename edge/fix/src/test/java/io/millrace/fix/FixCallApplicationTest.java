package io.millrace.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A component whose calls are the messages of a session, in virtual time. */
class FixCallApplicationTest {

    private static final long START_NS = 1_772_438_400_000_000_000L;

    interface Orders {
        void order(SampleOrder order);
    }

    /** An ExecutionReport that says that an order is new. */
    @FixMsgType("8")
    static final class Accepted {
        @FixTag(value = 37, required = true)
        CharSequence orderId;

        @FixTag(value = 17, required = true)
        long execId;

        @FixTag(value = 150, required = true)
        char execType = '0';

        @FixTag(value = 39, required = true)
        char ordStatus = '0';

        @FixTag(value = 54, required = true)
        SampleOrder.Side side;

        @FixTag(value = 55, required = true)
        String symbol;

        @FixTag(value = 151, required = true, decimals = 0)
        long leavesQty;

        @FixTag(value = 14, required = true, decimals = 0)
        long cumQty;

        @FixTag(value = 6, required = true, decimals = 4)
        long avgPx;
    }

    interface Reports {
        void accepted(Accepted report);
    }

    /** A component: it knows nothing of FIX. */
    record Desk(Reports out, Accepted report) implements Orders {
        @Override
        public void order(SampleOrder order) {
            report.orderId = order.clOrdId;
            report.execId++;
            report.side = order.side;
            report.symbol = order.symbol;
            report.leavesQty = order.orderQty;
            out.accepted(report);
        }
    }

    private final SessionPair pair = new SessionPair(START_NS);
    private final List<String> reports = new ArrayList<>();

    private void logOn() {
        FixCallWriter writer = FixCallWriter.of(
                Samples.FIX44,
                FixTime.Precision.MILLISECONDS,
                (_, message) -> pair.acceptor().send(pair.nowNs(), message),
                Reports.class);
        Desk desk = new Desk(writer.as(Reports.class), new Accepted());
        pair.onAcceptor(new FixCallApplication(FixCallReader.of(desk, Orders.class)));
        pair.onInitiator((_, _, message) -> {
            String text = message.toString();
            reports.add(text.substring(text.indexOf("|35=") + 1, text.indexOf("|34="))
                    + text.substring(text.indexOf("|56=BUY|") + 7, text.indexOf("10=")));
        });
        pair.logOn();
    }

    @Test
    void anOrderIsACallAndItsReportIsAMessage() {
        logOn();
        pair.send(pair.initiator(), "17");
        pair.exchange();
        assertEquals(List.of("35=8|37=17|17=1|150=0|39=0|55=IBM|54=1|151=100|14=0|6=0|"), reports);
    }

    @Test
    void aMessageThatNoMethodTakesIsAnsweredAndTheSessionGoesOn() {
        logOn();
        FixWriter request = new FixWriter().start("H").body();
        request.put(11, "17").put(55, "IBM").put(54, '1');
        pair.initiator().send(pair.nowNs(), request);
        pair.send(pair.initiator(), "18");
        pair.exchange();
        assertEquals("35=j|45=2|58=Unsupported Message Type|372=H|380=3|", sorted(reports.getFirst()));
        assertEquals(2, reports.size());
        assertTrue(pair.isConnected());
    }

    @Test
    void anAnswerIsNotAnswered() {
        logOn();
        FixWriter reject = new FixWriter().start("j").body();
        reject.put(45, 1).put(372, "8").put(380, 3);
        pair.initiator().send(pair.nowNs(), reject);
        pair.exchange();
        assertEquals(List.of(), reports);
    }

    @Test
    void aSessionAnswersWhatNoMethodTakesBeforeTheApplication() {
        SessionPair own = new SessionPair(
                START_NS,
                settings -> settings.extension(FixBusinessReject.ofUnfit(Orders.class)),
                settings -> settings);
        List<String> got = new ArrayList<>();
        own.onAcceptor((_, _, message) -> got.add(message.text(35)));
        own.onInitiator((_, _, message) -> got.add(message.text(35) + " " + message.text(372)));
        own.logOn();
        FixWriter request = new FixWriter().start("H").body();
        own.initiator().send(own.nowNs(), request.put(11, "17").put(55, "IBM").put(54, '1'));
        own.send(own.initiator(), "18");
        own.exchange();
        assertEquals(List.of("D", "j H"), got);
    }

    @Test
    void aFieldThatDoesNotFitIsAnswered() {
        logOn();
        FixWriter order = new FixWriter().start("D").body();
        order.put(11, "17").put(55, "IBM").put(54, '1').put(40, '1').putDecimal(44, 123_456, 5);
        order.putTimestamp(60, pair.nowNs(), FixTime.Precision.MILLISECONDS);
        pair.initiator().send(pair.nowNs(), order);
        pair.exchange();
        assertEquals(
                "35=j|45=2|58=a field does not fit into decimals=4 tag=44 name=Price value=1.23456"
                        + " field=io.millrace.fix.SampleOrder.price|372=D|380=0|",
                sorted(reports.getFirst()));
    }

    /** A value that no such field may have is a fault of the session, whose validation was switched off. */
    @Test
    void aValueWithoutTheFormOfItsTypeIsRejectedByTheSession() {
        SessionPair own = new SessionPair(
                START_NS,
                settings -> settings.checks(FixCheck.none()).extension(FixBusinessReject.ofUnfit(Orders.class)),
                settings -> settings);
        List<String> got = new ArrayList<>();
        List<String> answers = new ArrayList<>();
        own.onAcceptor((_, _, message) -> got.add(message.text(11)));
        own.onInitiator((_, _, message) -> answers.add(message.text(58)));
        own.logOn();
        own.record();
        for (String price : List.of("1.5", "1,5", "1.23456", "2")) {
            FixWriter order = new FixWriter().start("D").body();
            order.put(11, price).put(55, "IBM").put(54, '1').put(40, '2').put(44, price);
            order.putTimestamp(60, own.nowNs(), FixTime.Precision.MILLISECONDS);
            own.initiator().send(own.nowNs(), order);
        }
        own.exchange();
        assertEquals(List.of("1.5", "2"), got);
        assertEquals(1, answers.size(), answers.toString());
        assertTrue(answers.getFirst().contains(" tag=44 name=Price value=1.23456 "), answers.toString());
        String reject = own.sent().stream()
                .filter(message -> message.contains("|35=3|"))
                .findFirst()
                .orElseThrow();
        for (String part : List.of("|45=3|", "|371=44|", "|372=D|", "|373=6|")) {
            assertTrue(reject.contains(part), reject);
        }
        assertTrue(own.isConnected());
    }

    @Test
    void whatTheComponentDoesWronglyIsNoFaultOfTheMessage() {
        FixCallWriter writer = FixCallWriter.of(
                Samples.FIX44,
                FixTime.Precision.MILLISECONDS,
                (_, message) -> pair.acceptor().send(pair.nowNs(), message),
                Reports.class);
        Orders wrong = _ -> writer.as(Reports.class).accepted(new Accepted());
        pair.onAcceptor(new FixCallApplication(FixCallReader.of(wrong, Orders.class)));
        pair.logOn();
        pair.send(pair.initiator(), "17");
        pair.exchange();
        String reason = pair.acceptorClosed();
        assertTrue(reason.startsWith("the application has failed session=FIX.4.4:SELL->BUY: "), reason);
        assertTrue(reason.contains("a required field has no value tag=37 "), reason);
    }

    private static String sorted(String message) {
        List<String> fields = new ArrayList<>(List.of(message.split("\\|")));
        fields.subList(1, fields.size())
                .sort(java.util.Comparator.comparingInt(
                        field -> Integer.parseInt(field.substring(0, field.indexOf('=')))));
        return String.join("|", fields) + "|";
    }
}
