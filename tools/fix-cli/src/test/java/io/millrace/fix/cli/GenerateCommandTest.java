package io.millrace.fix.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class GenerateCommandTest {

    private static final String DICTIONARY = """
            <fix type="FIX" major="4" minor="4">
              <header/><trailer/>
              <messages>
                <message name="Email" msgtype="C" msgcat="app"><field name="Subject" required="Y"/></message>
              </messages>
              <components/>
              <fields><field number="147" name="Subject" type="STRING"/></fields>
            </fix>
            """;

    @TempDir
    private Path directory;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int generate(String field) throws IOException {
        Files.writeString(directory.resolve("small.xml"), DICTIONARY);
        Path file = Files.writeString(directory.resolve("messages.yaml"), """
                package: demo
                form: records
                dictionaries: {main: {file: small.xml}}
                messages: {Email: {fields: {%s: }}}
                """.formatted(field));
        return new CommandLine(new GenerateCommand())
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(file.toString(), "--out", directory.resolve("sources").toString());
    }

    @Test
    void sourcesAreWrittenAndListed() throws IOException {
        assertEquals(0, generate("Subject"), err::toString);
        Path source = directory.resolve("sources/demo/Email.java");
        assertEquals(source + System.lineSeparator(), out.toString());
        String text = Files.readString(source);
        assertTrue(text.contains("public record Email(@FixTag(value = 147, required = true) String subject) {}"), text);
    }

    @Test
    void whatIsWrongIsNamedAndTheExitCodeSaysSo() throws IOException {
        assertEquals(1, generate("Subjekt"));
        assertTrue(err.toString().contains("messages.yaml:4:37: field=Subjekt is no field"), err::toString);
        assertTrue(err.toString().contains("did you mean Subject?"), err::toString);
    }
}
