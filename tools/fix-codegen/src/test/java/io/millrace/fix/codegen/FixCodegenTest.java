package io.millrace.fix.codegen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What is generated is in the sources of these tests, so that it is compiled, and formatted as all sources are. With
 * {@code MILLRACE_FIX_REGENERATE=true} in the environment it is written there.
 */
class FixCodegenTest {

    private static final Path SOURCES = Path.of("src/test/java");

    @TempDir
    private Path directory;

    private Inputs inputs;

    @BeforeEach
    void copy() {
        inputs = Inputs.in(directory);
    }

    @ParameterizedTest
    @ValueSource(strings = {"orders.yaml", "records.yaml"})
    void theSourcesAreThoseOfTheTests(String name) throws IOException {
        if ("true".equals(System.getenv("MILLRACE_FIX_REGENERATE"))) {
            FixCodegen.write(inputs.file(name), SOURCES);
        }
        for (GeneratedSource source : FixCodegen.generate(inputs.file(name))) {
            assertEquals(Files.readString(SOURCES.resolve(source.path())), source.text());
        }
    }

    @Test
    void aFileWithTheSameContentIsLeftAsItIs() throws IOException {
        List<Path> first = FixCodegen.write(inputs.file("orders.yaml"), directory.resolve("out"));
        FileTime old = FileTime.fromMillis(1_000_000);
        Files.setLastModifiedTime(first.getFirst(), old);
        Files.writeString(first.get(1), "other");
        assertEquals(first, FixCodegen.write(inputs.file("orders.yaml"), directory.resolve("out")));
        assertEquals(old, Files.getLastModifiedTime(first.getFirst()));
        assertEquals(
                Files.readString(SOURCES.resolve(directory.resolve("out").relativize(first.get(1)))),
                Files.readString(first.get(1)));
    }

    @Test
    void allFieldsOfAMessageWithItsGroupsCanBeTaken() {
        Path file = inputs.write("all.yaml", """
                package: demo
                dictionaries: {a: {file: FIX42.xml}, b: {file: FIX44.xml}}
                messages: {NewOrderSingle: {all: true}, ExecutionReport: {all: true}}
                """);
        GeneratedSource order = FixCodegen.generate(file).getFirst();
        assertEquals("demo.NewOrderSingle", order.qualifiedName());
        assertTrue(order.text().contains("public List<PartyId> partyIds = new ArrayList<>();"));
        assertTrue(order.text().contains("public static final class PartySubId {"));
    }

    @Test
    void anEntryHidesNoOtherClass() {
        Path file = inputs.write("sides.yaml", """
                package: demo
                dictionaries: {main: {file: FIX44.xml}}
                messages: {TradeCaptureReport: {fields: {NoSides: {fields: {Side: , OrderID: }}}}}
                """);
        String text = FixCodegen.generate(file).getFirst().text();
        assertTrue(text.contains("public List<SideEntry> sides = new ArrayList<>();"), text);
        assertTrue(text.contains("public static final class SideEntry {"), text);
        assertTrue(text.contains("public Side side;"), text);
    }

    private void assertRefused(String messages, String problem) {
        Path file = inputs.write("bad.yaml", """
                package: demo
                dictionaries:
                  old: {file: FIX42.xml}
                  new: {file: other.xml}
                """ + messages);
        inputs.write("other.xml", """
                <fix type="FIX" major="4" minor="4">
                  <header/><trailer/>
                  <messages>
                    <message name="NewOrderSingle" msgtype="D" msgcat="app">
                      <field name="ClOrdID" required="Y"/>
                      <field name="Price" required="N"/>
                      <field name="TransactTime" required="Y"/>
                    </message>
                    <message name="Email" msgtype="X" msgcat="app"><field name="ClOrdID" required="Y"/></message>
                  </messages>
                  <components/>
                  <fields>
                    <field number="11" name="ClOrdID" type="STRING"/>
                    <field number="44" name="Price" type="PRICE"/>
                    <field number="60" name="TransactTime" type="LOCALMKTDATE"/>
                  </fields>
                </fix>
                """);
        FixCodegenException error = assertThrows(FixCodegenException.class, () -> FixCodegen.generate(file));
        assertEquals(problem.replace("DIR/", directory + "/"), error.getMessage());
    }

    @Test
    void aFieldThatIsMisspeltIsNamedWithItsLine() {
        assertRefused(
                """
                messages:
                  NewOrderSingle:
                    fields:
                      ClOrdId:
                """,
                "DIR/bad.yaml:8:15: field=ClOrdId is no field of the message or group at=DIR/bad.yaml:6:3;"
                        + " did you mean ClOrdID?");
    }

    @Test
    void typesThatContradictEachOtherAreNamedWithBothLines() {
        assertRefused(
                """
                messages:
                  NewOrderSingle:
                    fields:
                      TransactTime:
                """,
                "DIR/bad.yaml:8:20: field=TransactTime has two types that are not one first=TIMESTAMP TransactTime(60)"
                        + " " + inputs.dictionary("FIX42.xml").field(60).origin()
                        + " second=DATE TransactTime(60) file=DIR/other.xml line=15");
    }

    @Test
    void messagesThatContradictEachOtherAreNamed() {
        assertRefused("""
                messages:
                  Email:
                    fields: {ClOrdID: }
                """, "DIR/bad.yaml:7:5: message=Email has two types first=C second=X dictionaries=old, new");
    }

    @Test
    void whatIsNoMessageOrHasNoSenseIsNamed() {
        assertRefused(
                "messages: {NewOrderSingel: {all: true}}",
                "DIR/bad.yaml:5:28: message=NewOrderSingel is in no dictionary; did you mean NewOrderSingle?");
        assertRefused(
                "messages: {NewOrderSingle: {fields: {ClOrdID: {decimals: 2}}}}",
                "DIR/bad.yaml:5:58: field=ClOrdID is no decimal number field=ClOrdID(11) type=STRING");
        assertRefused(
                """
                messages: {NewOrderSingle: {fields: {ClOrdID: }}}
                interfaces: {Orders: {messages: NewOrder}}
                """,
                "DIR/bad.yaml:6:33: interface=Orders has an unknown message=NewOrder;" + " there are NewOrderSingle");
    }
}
