package io.millrace.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.wire.Bytes;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FixCallsTest {

    private static final String FIELDS = "11=17|55=IBM|54=2|60=20260302-08:00:00.123456789|38=300|44=12.5|99=1.10|40=2|"
            + "64=20260304|18=1 G|114=Y|354=3|355=a\u0001b|453=2|448=A|447=D|452=1|802=2|523=x|803=1|523=y|"
            + "448=B|452=3|";

    interface Orders {
        void order(SampleOrder order);
    }

    interface Named {
        void order(CharSequence session, SampleOrder order);

        void other(String session, Bytes message);
    }

    /** Both directions of one message as records. */
    @FixMsgType("8")
    record Report(
            @FixTag(37) String orderId,
            @FixTag(value = 6, required = true) BigDecimal avgPx,
            @FixTag(14) long cumQty,
            @FixTag(60) Instant at,
            @FixTag(432) LocalTime ignored,
            @FixTag(382) List<Contra> contras,
            String note) {}

    record Contra(
            @FixTag(375) String broker,
            @FixTag(value = 437, decimals = 2) long qty) {}

    interface Reports {
        void report(Report report);
    }

    private final List<SampleOrder> got = new ArrayList<>();
    private final List<String> written = new ArrayList<>();

    private FixCallWriter writer(Class<?>... interfaces) {
        return FixCallWriter.of(
                Samples.FIX44,
                FixTime.Precision.NANOSECONDS,
                (session, message) -> {
                    message.finish("FIX.4.4");
                    String text = FixText.latin(message.bytes(), message.offset(), message.offset() + message.length());
                    written.add((session == null ? "" : session + " ")
                            + text.substring(text.indexOf("35="), text.lastIndexOf("10="))
                                    .replace('\u0001', '|'));
                },
                interfaces);
    }

    private static FixMessage order(String fields) {
        return Samples.parsed(Samples.message("D", fields));
    }

    @Test
    void eachFieldIsInItsMember() {
        FixCallReader reader = FixCallReader.of((Orders) got::add, Orders.class);
        assertTrue(reader.read(order(FIELDS), null));
        SampleOrder order = got.getFirst();
        assertEquals("17", order.clOrdId.toString());
        assertEquals("IBM", order.symbol);
        assertEquals(SampleOrder.Side.SELL, order.side);
        assertEquals(1_772_438_400_123_456_789L, order.transactTime);
        assertEquals(300, order.orderQty);
        assertEquals(125_000, order.price);
        assertEquals("1.10", order.stopPx.toString());
        assertEquals('2', order.ordType);
        assertEquals("2026-03-04", order.settlDate.toString());
        assertEquals(List.of(SampleOrder.Instruction.NOT_HELD, SampleOrder.Instruction.ALL_OR_NONE), order.execInst);
        assertTrue(order.locateReqd);
        assertEquals(Bytes.of((byte) 'a', (byte) 1, (byte) 'b'), order.encodedText);
        assertEquals(2, order.parties.size());
        SampleOrder.Party first = order.parties.getFirst();
        assertEquals("A D 1", first.id + " " + first.source + " " + first.role);
        assertEquals("y", first.subs.get(1).id.toString());
        SampleOrder.Party second = order.parties.get(1);
        assertEquals("B 0 3", second.id + " " + (int) second.source + " " + second.role);
        assertTrue(second.subs.isEmpty());
        assertNull(order.onBehalfOf);
    }

    @Test
    void theSameObjectIsFilledAgainAndWhatIsMissingIsAsTheConstructorHasIt() {
        FixCallReader reader = FixCallReader.of((Orders) got::add, Orders.class);
        reader.read(order(FIELDS), null);
        reader.read(order("11=18|54=1|60=20260302-08:00:00|"), null);
        SampleOrder order = got.get(1);
        assertSame(got.getFirst(), order);
        assertEquals("18", order.clOrdId.toString());
        assertNull(order.symbol);
        assertEquals(0, order.orderQty);
        assertEquals(FixTag.NONE, order.price);
        assertNull(order.stopPx);
        assertFalse(order.locateReqd);
        assertTrue(order.execInst.isEmpty());
        assertTrue(order.parties.isEmpty());
    }

    @Test
    void aCallIsTheMessageAgainInTheOrderOfTheDictionary() {
        FixCallWriter writer = writer(Orders.class);
        Orders out = writer.as(Orders.class);
        FixCallReader reader = FixCallReader.of(out, Orders.class);
        reader.read(order("115=DESK|" + FIELDS), null);
        assertEquals(
                List.of("35=D|115=DESK|11=17|453=2|448=A|447=D|452=1|802=2|523=x|803=1|523=y|448=B|452=3|64=20260304|"
                        + "18=1 G|55=IBM|54=2|114=Y|60=20260302-08:00:00.123456789|38=300|40=2|44=12.5|99=1.1|"
                        + "354=3|355=a|b|"),
                written);
    }

    @Test
    void recordsAreNewEachTimeAndComeBack() {
        List<Report> reports = new ArrayList<>();
        FixCallReader reader = FixCallReader.of((Reports) reports::add, Reports.class);
        FixMessage message = Samples.parsed(Samples.message(
                "8", "37=o1|6=0.00|14=5|60=20260302-08:00:00.5|432=20260302|382=2|375=X|437=1.25|375=Y|"));
        FixValueException wrong = assertThrows(FixValueException.class, () -> reader.read(message, null));
        assertEquals(
                "a field is not a time tag=432 name=ExpireDate value=20260302 field=" + Report.class.getName()
                        + ".ignored",
                wrong.getMessage());
        reader.read(
                Samples.parsed(
                        Samples.message("8", "37=o1|6=0.00|14=5|60=20260302-08:00:00.5|382=2|375=X|437=1.25|375=Y|")),
                null);
        assertEquals(
                new Report(
                        "o1",
                        new BigDecimal("0.00"),
                        5,
                        Instant.parse("2026-03-02T08:00:00.5Z"),
                        null,
                        List.of(new Contra("X", 125), new Contra("Y", 0)),
                        null),
                reports.getFirst());
        writer(Reports.class).as(Reports.class).report(reports.getFirst());
        assertEquals(
                List.of("35=8|37=o1|382=2|375=X|437=1.25|375=Y|14=5|6=0.00|60=20260302-08:00:00.500000000|"), written);
    }

    @FixMsgType("D")
    record Kept(@FixTag(11) String clOrdId, @FixTag(453) List<SampleOrder.Party> parties) {}

    interface Keeps {
        void kept(Kept kept);
    }

    @Test
    void whatARecordHoldsIsNotFilledAgain() {
        List<Kept> all = new ArrayList<>();
        FixCallReader reader = FixCallReader.of((Keeps) all::add, Keeps.class);
        reader.read(order("11=17|453=1|448=A|"), null);
        reader.read(order("11=18|453=1|448=B|"), null);
        assertEquals("A", all.getFirst().parties().getFirst().id.toString());
        assertEquals("B", all.get(1).parties().getFirst().id.toString());
    }

    @Test
    void theSessionIsAnArgumentAndOtherMessagesHaveAMethod() {
        FixCallWriter writer = writer(Named.class);
        FixCallReader reader = FixCallReader.of(writer.as(Named.class), Named.class);
        assertTrue(reader.read(order("11=17|54=1|60=20260302-08:00:00|"), "S1"));
        assertTrue(reader.read(
                Samples.parsed(Samples.message("F", "41=16|11=17|54=1|453=1|448=A|60=20260302-08:00:00|")), "S2"));
        assertEquals(
                List.of(
                        "S1 35=D|11=17|54=1|60=20260302-08:00:00.000000000|",
                        "S2 35=F|41=16|11=17|54=1|453=1|448=A|60=20260302-08:00:00|"),
                written);
    }

    @Test
    void aCallIsAMessageOfTheDictionaryOfItsSession() {
        FixDictionary old = Samples.dictionary("FIX42.xml");
        FixSettings now = FixSettings.session(new FixSessionId("FIX.4.4", "SELL", "NEW"), Samples.FIX44)
                .build();
        FixSettings then = FixSettings.session(new FixSessionId("FIX.4.2", "SELL", "OLD"), old)
                .precision(FixTime.Precision.SECONDS)
                .build();
        FixCallWriter writer = FixCallWriter.ofSessions(
                name -> "now".equals(name) ? now : "then".equals(name) ? then : null,
                (session, message) ->
                        written.add(session + " " + message.finish("FIX").length()),
                Named.class);
        Named out = writer.as(Named.class);
        SampleOrder order = new SampleOrder();
        order.clOrdId = "17";
        order.side = SampleOrder.Side.BUY;
        out.order("now", order);
        out.order("then", order);
        assertEquals(List.of("now 59", "then 55"), written);
        order.parties.add(new SampleOrder.Party());
        FixValueException party = assertThrows(FixValueException.class, () -> out.order("then", order));
        assertEquals(
                "a field does not belong to the message tag=453 value=set field=io.millrace.fix.SampleOrder.parties",
                party.getMessage());
        IllegalArgumentException none = assertThrows(IllegalArgumentException.class, () -> out.order("other", order));
        assertEquals("there is no such session session=other", none.getMessage());
    }

    @Test
    void aMessageThatNoMethodTakesIsNotRead() {
        FixCallReader reader = FixCallReader.of((Orders) got::add, Orders.class);
        assertFalse(reader.read(Samples.parsed(Samples.message("F", "41=16|11=17|")), null));
        assertTrue(got.isEmpty());
    }

    @Test
    void aFieldThatDoesNotFitIsNamedWithItsMemberAndNothingIsCalled() {
        FixCallReader reader = FixCallReader.of((Orders) got::add, Orders.class);
        String order = "11=17|54=1|60=20260302-08:00:00|";
        assertFault(
                reader, order + "44=1.23456|", "does not fit into decimals=4 tag=44 name=Price value=1.23456", "price");
        assertFault(
                reader,
                order + "38=3000000000|",
                "does not fit into type=int tag=38 name=OrderQty value=3000000000",
                "orderQty");
        assertFault(reader, order + "40=22|", "is not one character tag=40 name=OrdType value=22", "ordType");
        assertFault(reader, order + "114=X|", "is neither Y nor N tag=114 name=LocateReqd value=X", "locateReqd");
        assertFault(
                reader,
                "11=17|54=7|60=20260302-08:00:00|",
                "has no constant type=" + SampleOrder.Side.class.getName() + " tag=54 name=Side value=7",
                "side");
        assertFault(
                reader,
                "11=17|54=1|60=20260230-08:00:00|",
                "is no timestamp from 1678 to 2261 tag=60 name=TransactTime value=20260230-08:00:00",
                "transactTime");
        assertFault(reader, "11=17|54=1|", "is missing tag=60 name=TransactTime", "transactTime");
        assertFault(
                reader,
                order + "453=1|448=A|452=x|",
                "is missing or not a whole number tag=452 name=PartyRole value=x",
                "Party.role");
        assertTrue(got.isEmpty());
    }

    private static void assertFault(FixCallReader reader, String fields, String problem, String member) {
        FixValueException error = assertThrows(FixValueException.class, () -> reader.read(order(fields), null));
        String type = member.contains(".") ? "io.millrace.fix.SampleOrder$" : "io.millrace.fix.SampleOrder.";
        assertEquals("a field " + problem + " field=" + type + member, error.getMessage());
    }

    @FixMsgType("BE")
    record UserRequest(
            @FixTag(553) String user, @FixTag(554) long password) {}

    interface Users {
        void request(UserRequest request);
    }

    @Test
    void noErrorShowsAPassword() {
        FixCallReader reader = FixCallReader.of((Users) _ -> {}, Users.class);
        FixMessage request = Samples.parsed(Samples.message("BE", "923=1|924=1|553=u|554=secret|"));
        FixValueException error = assertThrows(FixValueException.class, () -> reader.read(request, null));
        assertEquals(
                "a field is missing or not a whole number tag=554 name=Password value=*** field="
                        + UserRequest.class.getName() + ".password",
                error.getMessage());
    }

    @Test
    void aValueThatCannotBeWrittenIsNamed() {
        Orders out = writer(Orders.class).as(Orders.class);
        SampleOrder order = new SampleOrder();
        order.clOrdId = "a\u0001b";
        order.side = SampleOrder.Side.BUY;
        FixValueException separator = assertThrows(FixValueException.class, () -> out.order(order));
        assertEquals(
                "a value cannot be a field of FIX tag=11 value=a\u0001b field=io.millrace.fix.SampleOrder.clOrdId",
                separator.getMessage());
        order.clOrdId = null;
        FixValueException missing = assertThrows(FixValueException.class, () -> out.order(order));
        assertEquals(
                "a required field has no value tag=11 value=null field=io.millrace.fix.SampleOrder.clOrdId",
                missing.getMessage());
        assertTrue(written.isEmpty());
    }

    @FixMsgType("D")
    static final class Odd {
        @FixTag(11)
        String clOrdId;

        @FixTag(6)
        String avgPx;
    }

    interface Odds {
        void odd(Odd odd);
    }

    @Test
    void aFieldThatTheDictionaryDoesNotHaveInTheMessageIsNotWritten() {
        Odds out = writer(Odds.class).as(Odds.class);
        Odd odd = new Odd();
        odd.clOrdId = "17";
        out.odd(odd);
        assertEquals(List.of("35=D|11=17|"), written);
        odd.avgPx = "1";
        FixValueException error = assertThrows(FixValueException.class, () -> out.odd(odd));
        assertEquals(
                "a field does not belong to the message tag=6 value=set field=" + Odd.class.getName() + ".avgPx",
                error.getMessage());
    }

    @FixMsgType("D")
    record Inexact(@FixTag(44) double price) {}

    interface Inexacts {
        void order(Inexact order);
    }

    interface Twice {
        void order(SampleOrder order);

        void again(SampleOrder order);
    }

    interface Unknown {
        void number(long number);
    }

    @FixMsgType("D")
    record Doubled(@FixTag(11) String one, @FixTag(11) String two) {}

    interface Doubles {
        void order(Doubled order);
    }

    @Test
    void aClassOrAMethodThatCannotBeBoundIsNamed() {
        assertRefused(Inexacts.class, "a decimal number is a long with decimals, a FixDecimal or a BigDecimal");
        assertRefused(Unknown.class, "a method is no call with a message of FIX");
        assertRefused(Doubles.class, "two members hold one field tag=11");
        FixBindingException twice = assertThrows(
                FixBindingException.class,
                () -> FixCallReader.of(writer(Twice.class).as(Twice.class), Twice.class));
        assertTrue(twice.getMessage().startsWith("two methods take one type of message msgType=D"), twice.getMessage());
    }

    private void assertRefused(Class<?> type, String problem) {
        FixBindingException error = assertThrows(FixBindingException.class, () -> writer(type));
        assertTrue(error.getMessage().startsWith(problem), error.getMessage());
    }
}
