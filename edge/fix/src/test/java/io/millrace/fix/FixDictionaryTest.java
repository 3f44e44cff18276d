package io.millrace.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FixDictionaryTest {

    private static final String FRAME = "<fix major='4' minor='4'><header><field name='MsgType' required='Y'/></header>"
            + "<trailer><field name='CheckSum' required='Y'/></trailer>";
    private static final String FIELDS = "<field number='35' name='MsgType' type='STRING'/>"
            + "<field number='10' name='CheckSum' type='STRING'/><field number='1' name='Account' type='STRING'/>";

    @ParameterizedTest
    @CsvSource({
        "FIX40.xml, FIX.4.0, 27",
        "FIX41.xml, FIX.4.1, 28",
        "FIX42.xml, FIX.4.2, 46",
        "FIX43.xml, FIX.4.3, 67",
        "FIX44.xml, FIX.4.4, 92",
        "FIX50.xml, FIX.5.0, 93",
        "FIX50SP1.xml, FIX.5.0, 105",
        "FIX50SP2.xml, FIX.5.0, 108",
        "FIXT11.xml, FIXT.1.1, 7",
        "FIXLatest.xml, FIX.Latest.0, 164",
        "FixRepository42.xml, FIX.4.2, 46",
        "FixRepository44.xml, FIX.4.4, 93",
        "OrchestraFIXLatest.xml, FIX.Latest, 164",
    })
    void eachPublishedDictionaryIsRead(String file, String version, int messages) {
        FixDictionary dictionary = Samples.dictionary(file);
        assertEquals(
                version + " " + messages,
                dictionary.version() + " " + dictionary.messages().size());
        assertTrue(dictionary.fields() > 0);
    }

    @Test
    void componentsAreReplacedByTheirMembers() {
        FixMembers order = Samples.FIX44.message("D").body();
        assertTrue(order.isRequired(order.slotOf(55)), "Symbol is required in Instrument, and that in the order");
        FixGroup parties = order.group(order.slotOf(453));
        assertEquals(448, parties.delimiter());
        assertNotNull(parties.members().group(parties.members().slotOf(802)));
        assertNull(Samples.FIX44.message("no such"));
        assertTrue(Samples.FIX44.components().get("Parties").has(453));
    }

    @Test
    void aFormOfOrchestraSaysTheSameAsOneOfQuickFix() {
        FixDictionary other = Samples.dictionary("FixRepository44.xml");
        FixMembers order = other.message("D").body();
        assertTrue(order.isRequired(order.slotOf(11)) && order.has(55) && order.has(44));
        assertEquals("Buy", other.field(54).meaningOf(new byte[] {'1'}, 0, 1));
        assertEquals(FixMessageType.Level.SESSION, other.message("A").level());
        assertEquals(448, order.group(order.slotOf(453)).delimiter());
        assertTrue(other.header().has(49) && other.trailer().has(10) && !order.has(49));
    }

    @Test
    void aCombinedDictionaryHasTheSessionOfOneAndTheApplicationOfTheOther() {
        FixDictionary both =
                FixDictionary.combine(Samples.dictionary("FIXT11.xml"), Samples.dictionary("FIX50SP2.xml"));
        assertTrue(both.message("A").body().has(1137));
        assertTrue(both.message("D").body().has(11));
        assertEquals(7 + 108, both.messages().size());
    }

    @Test
    void whatIsThereTwiceIsListedWithItsLine() {
        FixDictionary dictionary = read(FRAME + "\n<messages><message name='Note' msgtype='N' msgcat='app'>\n"
                + "<field name='Account'/>\n<field name='Account'/></message></messages>\n<fields>" + FIELDS
                + "</fields></fix>");
        assertEquals(
                List.of("a member is there twice; the first counts field=Account(1) in=Note file=test.xml line=4"),
                dictionary.contradictions());
    }

    @Test
    void aListedValueOfAnotherFormIsAcceptedAndListed() {
        String listed = Samples.FIX44.contradictions().toString();
        assertTrue(listed.contains("field=MiscFeeType value=10 type=CHAR file=FIX44.xml line="), listed);
        FixMessage message = Samples.parsed(Samples.message("D", "11=1|55=x|54=1|40=1|60=20260302-08:00:00|"));
        assertTrue(new FixValidator(FixCheck.all()).isValid(message));
    }

    @Test
    void eachContradictionNamesItsLine() {
        refused(
                "<fields>\n<field number='1' name='A' type='INT'/>\n<field number='1' name='B' type='INT'/></fields>",
                "two fields have one tag tag=1 first=A second=B file=test.xml line=3");
        refused(
                "<fields>\n<field number='1' name='A' type='STRING'/><field number='2' name='A' type='INT'/></fields>",
                "two fields have one name name=A first=1 second=2 file=test.xml line=2");
        refused(
                "<fields>\n<field number='0' name='A' type='STRING'/></fields>",
                "an attribute is not a positive whole number attribute=number value=0 file=test.xml line=2");
        refused(
                "<fields>\n<field number='1' name='A' type='WIDTH'/></fields>",
                "unknown type of a field field=A type=WIDTH file=test.xml line=2");
        refused(
                "<messages>\n<message name='M' msgtype='M'><field name='No'/></message></messages><fields>" + FIELDS
                        + "</fields>",
                "unknown field name=No in=M file=test.xml line=2");
        refused(
                "<messages>\n<message name='M' msgtype='M'><component name='C'/></message></messages>",
                "unknown component name=C in=M file=test.xml line=2");
        refused(
                "<messages>\n<message msgtype='M'/></messages>",
                "an element lacks an attribute element=message attribute=name file=test.xml line=2");
        refused(
                "<messages><message name='M' msgtype='M'/>\n<message name='N' msgtype='M'/></messages>",
                "two messages have one type type=M first=M second=N file=test.xml line=2");
        refused(
                "<messages>\n<message name='M' msgtype='M'><group name='Account'/></message></messages><fields>"
                        + FIELDS + "</fields>",
                "a group has no members counter=Account(1) in=M file=test.xml line=2");
        refused(
                "<components>\n<component name='C'><component name='C'/></component></components>"
                        + "<messages><message name='M' msgtype='M'><component name='C'/></message></messages>",
                "a component contains itself name=C in=M file=test.xml line=2");
        refused(
                "<messages>\n<message name='M' msgtype='M'><feld name='A'/></message></messages>",
                "unknown element in a list of members element=feld file=test.xml line=2");
    }

    @Test
    void whatIsNoDictionaryIsRefused() {
        FixDictionaryException other = assertThrows(FixDictionaryException.class, () -> read("<html/>"));
        assertEquals(
                "neither a QuickFIX dictionary nor an Orchestra file element=html file=test.xml line=1",
                other.getMessage());
        FixDictionaryException broken = assertThrows(FixDictionaryException.class, () -> read("<fix>\n<fields></fix>"));
        assertTrue(broken.getMessage().startsWith("not well-formed XML: "), broken.getMessage());
        assertTrue(broken.getMessage().endsWith("file=test.xml line=2"), broken.getMessage());
    }

    @Test
    void anEntityOfAnotherFileIsNotRead() {
        String text = "<!DOCTYPE fix [<!ENTITY other SYSTEM 'file:///etc/hostname'>]><fix major='&other;' minor='4'/>";
        assertThrows(FixDictionaryException.class, () -> read(text));
        assertFalse(Samples.FIX44.contradictions().stream().anyMatch(String::isEmpty));
    }

    private static void refused(String inner, String message) {
        String head = "<fix major='4' minor='4'><header/><trailer/>";
        FixDictionaryException refusal =
                assertThrows(FixDictionaryException.class, () -> read(head + inner + "</fix>"));
        assertEquals(message, refusal.getMessage());
    }

    private static FixDictionary read(String text) {
        return FixDictionary.read(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), "test.xml");
    }
}
