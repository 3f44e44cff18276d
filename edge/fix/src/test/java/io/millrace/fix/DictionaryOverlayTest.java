package io.millrace.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DictionaryOverlayTest {

    private static final String ORDER = "11=17|55=IBM|54=1|60=20260302-08:00:00|40=1|38=1|";

    @TempDir
    private Path directory;

    private Path write(String yaml) throws IOException {
        return Files.writeString(directory.resolve("venue.yaml"), yaml);
    }

    private static String problem(String fields, FixDictionary dictionary) {
        byte[] bytes = Samples.message("D", fields);
        FixMessage message = new FixMessage();
        assertEquals(FixFault.NONE, message.parse(bytes, 0, bytes.length, dictionary));
        FixValidator validator = new FixValidator(FixCheck.all());
        return validator.isValid(message) ? null : validator.problem().text();
    }

    @Test
    void aCounterpartyHasFieldsValuesAndRequirementsOfItsOwn() throws IOException {
        FixDictionary venue = Samples.FIX44.overlaid(write("""
                fields:
                  VenueFlag: {tag: 5001, type: CHAR, values: {A: AGENCY, P: PRINCIPAL}}
                  Side: {values: {1: , 2: SELL}}
                messages:
                  NewOrderSingle:
                    fields: VenueFlag
                    required: [Account, VenueFlag]
                    optional: TransactTime
                """));
        assertNull(problem(ORDER + "1=ACC|5001=A|", venue));
        assertNull(problem("11=17|55=IBM|54=1|40=1|38=1|1=ACC|5001=P|", venue));
        assertEquals("Required tag missing, field=1", problem(ORDER + "5001=A|", venue));
        assertEquals("Required tag missing, field=5001", problem(ORDER + "1=ACC|", venue));
        assertEquals(
                "Value is incorrect (out of range) for this tag, field=5001", problem(ORDER + "1=ACC|5001=X|", venue));
        assertEquals(
                "Value is incorrect (out of range) for this tag, field=54",
                problem(ORDER.replace("54=1", "54=5") + "1=ACC|5001=A|", venue));
        assertNull(problem(ORDER.replace("54=1", "54=5"), Samples.FIX44), "the dictionary itself is as it was");
        assertEquals("SELL", venue.field("Side").meaningOf("2"));
        assertSame(Samples.FIX44.message("0"), venue.message("0"));
    }

    @Test
    void aCounterpartyHasAMessageOfItsOwn() throws IOException {
        FixDictionary venue =
                Samples.FIX44.overlaid(write("messages: {Ping: {type: U1, fields: Text, required: Text}}"));
        assertEquals("Ping", venue.message("U1").name());
        byte[] bytes = Samples.message("U1", "58=a|");
        FixMessage message = new FixMessage();
        message.parse(bytes, 0, bytes.length, venue);
        assertTrue(new FixValidator(FixCheck.all()).isValid(message));
        assertRefused(
                "messages: {Ping: {type: D}}",
                "1:25: message=Ping has the type of another message type=D other=NewOrderSingle");
    }

    @Test
    void sessionMessagesOfATransportKeepItsFields() throws IOException {
        FixDictionary whole =
                FixDictionary.combine(Samples.dictionary("FIXT11.xml"), Samples.dictionary("FIX50SP2.xml"));
        FixDictionary venue = whole.overlaid(write("messages: {NewOrderSingle: {required: Account}}"));
        assertSame(whole.fieldsOf(whole.message("A")), venue.fieldsOf(venue.message("A")));
        assertTrue(
                venue.message("D").body().isRequired(venue.message("D").body().slotOf(1)));
        assertFalse(
                whole.message("D").body().isRequired(whole.message("D").body().slotOf(1)));
    }

    private void assertRefused(String yaml, String problem) throws IOException {
        Path file = write(yaml);
        FixDictionaryException error = assertThrows(FixDictionaryException.class, () -> Samples.FIX44.overlaid(file));
        assertEquals(file + ":" + problem, error.getMessage());
    }

    @Test
    void whatContradictsTheDictionaryIsNamedWithBothPlaces() throws IOException {
        String side = "Side(54) " + Samples.FIX44.field(54).origin();
        assertTrue(side.matches("Side\\(54\\) file=FIX44.xml line=[1-9][0-9]+"), side);
        assertRefused(
                "fields: {VenueSide: {tag: 54, type: CHAR}}",
                "1:27: field=VenueSide has the tag of another field tag=54 other=" + side);
        assertRefused(
                "fields: {Side: {tag: 5001}}", "1:22: field=Side has another tag in the dictionary field=" + side);
        assertRefused(
                "fields: {Side: {type: INT}}",
                "1:23: field=Side has another type in the dictionary type=CHAR field=" + side);
        assertRefused(
                "fields: {Side: {values: {1: SELL}}}",
                "1:29: field=Side values gives a value another meaning than the dictionary value=1 meaning=SELL"
                        + " dictionary=BUY field=" + side);
        assertRefused(
                "messages: {NewOrderSingle: {required: Account, optional: Account}}",
                "1:39: message=NewOrderSingle has a field that is required and optional field=Account");
    }

    @Test
    void whatTheDictionaryDoesNotHaveIsNamed() throws IOException {
        assertRefused(
                "messages: {NewOrder: {required: Account}}",
                "1:22: message=NewOrder is not in the dictionary version=FIX.4.4; did you mean NewOrderList?");
        assertRefused(
                "messages: {NewOrderSingle: {required: Acount}}",
                "1:39: message=NewOrderSingle has no such field=Acount; did you mean Account?");
        assertRefused(
                "fields: {Sides: {values: {1: }}}",
                "1:17: field=Sides is not in the dictionary, and has no tag; did you mean Side?");
        assertRefused(
                "fields: {VenueFlag: {tag: 5001, type: CHAR, values: {AB: }}}",
                "1:57: field=VenueFlag values has a value without the form of its type value=AB type=CHAR");
    }
}
