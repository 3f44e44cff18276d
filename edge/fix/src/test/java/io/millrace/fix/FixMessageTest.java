package io.millrace.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class FixMessageTest {

    private static final String ORDER = "11=17|55=IBM|54=1|60=20260302-08:00:00.123456789|38=100|40=2|44=1.250|";

    @Test
    void fieldsAreFoundByTheirTag() {
        FixMessage message = Samples.parsed(Samples.message("D", ORDER));
        assertEquals("NewOrderSingle", message.type().name());
        assertEquals(100, message.longValue(38));
        assertEquals(12_500, message.decimalValue(44, 4));
        assertEquals('1', message.charValue(54));
        assertEquals("IBM", message.text(55));
        assertEquals(1_772_438_400_123_456_789L, message.timestampValue(60));
        assertNull(message.text(1));
        assertEquals(7, message.longValue(99, 7));
    }

    @Test
    void aFieldOfAnotherFormIsAnErrorThatNamesIt() {
        FixMessage message = Samples.parsed(Samples.message("D", ORDER));
        assertEquals(
                "a field is missing or not a whole number tag=55 name=Symbol value=IBM",
                assertThrows(FixValueException.class, () -> message.longValue(55))
                        .getMessage());
        assertEquals(
                "a field is missing or not a whole number tag=99 name=StopPx",
                assertThrows(FixValueException.class, () -> message.longValue(99))
                        .getMessage());
        assertThrows(FixValueException.class, () -> message.decimalValue(44, 1));
    }

    @Test
    void entriesOfNestedGroupsAreWalked() {
        FixMessage message = Samples.parsed(Samples.message(
                "D", ORDER + "453=2|448=A|447=D|452=1|802=2|523=x|803=1|523=y|803=2|448=B|447=D|452=3|58=end|"));
        FixEntries parties = message.group(453);
        assertTrue(parties.next());
        assertEquals("A", parties.text(448));
        FixEntries subs = parties.group(802);
        assertTrue(subs.next());
        assertEquals("x", subs.text(523));
        assertTrue(subs.next());
        assertEquals(2, subs.longValue(803));
        assertFalse(subs.next());
        assertTrue(parties.next());
        assertEquals("B", parties.text(448));
        assertFalse(parties.group(802).next());
        assertFalse(parties.next());
        assertEquals("end", message.text(58));
        assertFalse(message.has(448), "a member of a group is no field of the message");
        assertFalse(message.group(78).next());
    }

    @Test
    void dataMayHoldTheSeparator() {
        FixMessage message = Samples.parsed(Samples.message("B", "148=news|33=1|58=line|95=5|96=a|=b||"));
        assertEquals("a\u0001=b\u0001", message.text(96));
        assertEquals(FixFault.DATA_LENGTH, fault(Samples.message("B", "148=n|33=1|58=l|95=99|96=abc|")));
        assertEquals(FixFault.DATA_LENGTH, fault(Samples.message("B", "148=n|33=1|58=l|95=2|96=abc|")));
    }

    @Test
    void eachKindOfGarbledMessageIsTold() {
        byte[] good = Samples.message("D", ORDER);
        assertEquals(FixFault.NONE, fault(good));
        assertEquals(FixFault.CHECKSUM, fault(changed(good, "38=100", "38=101")));
        assertEquals(FixFault.BODY_LENGTH, fault(changed(good, "11=17|", "11=1|")));
        assertEquals(FixFault.TAG, fault(changed(good, "11=17|", "1x=17|")));
        assertEquals(FixFault.TAG, fault(changed(good, "11=17|", "11|17|")));
        assertEquals(FixFault.TAG, fault(changed(good, "11=17|", "1234567890=17|")));
        assertEquals(FixFault.FIRST_FIELDS, fault(Samples.framed("FIX.4.4", "34=1|35=D|" + ORDER)));
        assertEquals(FixFault.TRAILER, fault(changed(good, "|10=", "|11=")));
        assertEquals(FixFault.TRAILER, fault(java.util.Arrays.copyOf(good, good.length - 1)));
        for (int length = 0; length < good.length; length++) {
            assertTrue(fault(java.util.Arrays.copyOf(good, length)) != FixFault.NONE, "length=" + length);
        }
    }

    @Test
    void theSumOfBytesIsThatOfEachByteAtAnyLength() {
        byte[] bytes = new byte[3_000];
        java.util.Arrays.fill(bytes, (byte) 0xFF);
        for (int from = 0; from < 9; from++) {
            int expected = 0;
            for (int to = from; to <= bytes.length; to++) {
                assertEquals(expected & 0xFF, FixMessage.sum(bytes, from, to), "from=" + from + " to=" + to);
                expected += 0xFF;
            }
        }
    }

    @Test
    void aWriterMakesWhatTheViewReads() {
        FixWriter writer = new FixWriter().start("D");
        writer.put(34, 7).put(49, "A").put(52, "20260302-08:00:00").put(56, "B").body();
        writer.put(11, "17")
                .put(54, '1')
                .putDecimal(44, -12_500, 4)
                .putDecimal(38, 100, 0)
                .put(78, 2);
        writer.put(79, "x").put(80, 1).put(79, "y").put(80, 2).putBoolean(114, true);
        writer.putTimestamp(60, 1_772_438_400_123_456_789L, FixTime.Precision.MICROSECONDS);
        writer.finish("FIX.4.4");
        FixMessage message = new FixMessage();
        assertEquals(FixFault.NONE, message.parse(writer.bytes(), writer.offset(), writer.length(), Samples.FIX44));
        assertEquals("-1.25", message.text(44));
        assertEquals("20260302-08:00:00.123456", message.text(60));
        assertTrue(message.isYes(114));
        FixEntries allocations = message.group(78);
        assertTrue(allocations.next());
        assertTrue(allocations.next());
        assertEquals("y", allocations.text(79));
        assertThrows(IllegalArgumentException.class, () -> writer.put(58, "a\u0001b"));
        assertThrows(IllegalArgumentException.class, () -> writer.put(58, ""));
        assertThrows(IllegalArgumentException.class, () -> writer.put(0, 1));
    }

    private static FixFault fault(byte[] bytes) {
        return new FixMessage().parse(bytes, 0, bytes.length, Samples.FIX44);
    }

    private static byte[] changed(byte[] message, String old, String with) {
        String text = new String(message, java.nio.charset.StandardCharsets.ISO_8859_1);
        return Samples.bytes(text.replace('\u0001', '|').replace(old, with));
    }
}
