package io.millrace.fix.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fix.FixWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class DecodeCommandTest {

    @TempDir
    private Path directory;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void fieldsHaveNamesMeaningsAndDepths() throws IOException {
        String order = message(new FixWriter(), "FIX.4.4", "1");
        assertEquals(0, decode("2026-03-02 IN " + order.replace('\u0001', '|') + " trailing text\n"));
        String text = out.toString();
        assertTrue(text.startsWith("line 1: NewOrderSingle (D)\n"), text);
        assertTrue(text.contains("\n  54 Side = 1 (Buy)\n"), text);
        assertTrue(text.contains("\n  78 NoAllocs = 1\n      79 AllocAccount = A\n"), text);
    }

    @Test
    void eachSeparatorIsUnderstood() throws IOException {
        String order = message(new FixWriter(), "FIX.4.4", "1");
        String bars = order.replace("\u0001", "|");
        String carets = order.replace("\u0001", "^A");
        String lines = order + "\n" + bars + "\n" + carets + carets + "\n";
        assertEquals(0, decode(lines));
        assertEquals(4, out.toString().split("NewOrderSingle \\(D\\)\n", -1).length - 1);
    }

    @Test
    void errorsAreExplainedAndTheExitCodeSaysSo() throws IOException {
        assertEquals(1, decode(message(new FixWriter(), "FIX.4.4", "Z")));
        assertTrue(
                out.toString().contains("error: Side (54) has a value that the dictionary does not list."), out + "");
        assertEquals(1, decode(message(new FixWriter(), "FIX.4.4", "1").replace("79=A", "79=B")));
        assertTrue(out.toString().contains("error: The message is garbled: CheckSum (10) is not the sum"), out + "");
    }

    @Test
    void aPasswordIsMasked() throws IOException {
        FixWriter writer =
                new FixWriter().start("A").put(34, 1).put(49, "A").put(56, "B").put(52, "20260302-08:00:00");
        writer.body()
                .put(98, 0)
                .put(108, 30)
                .put(553, "user")
                .put(554, "secret")
                .finish("FIX.4.4");
        assertEquals(0, decode(text(writer)));
        assertTrue(
                out.toString().contains("554 Password = ***") && !out.toString().contains("secret"), out + "");
    }

    @Test
    void aFileWithoutMessagesIsAnError() throws IOException {
        assertEquals(1, decode("nothing here\n"));
        assertTrue(err.toString().startsWith("no message of FIX was found file="), err + "");
    }

    @Test
    void aVersionWithoutADictionaryIsNamedByAnother() throws IOException {
        assertEquals(0, decode(message(new FixWriter(), "FIX.4.3", "1")));
        assertTrue(
                out.toString().contains("note: named by FIX.4.4, since there is no dictionary of FIX.4.3"), out + "");
    }

    private static String message(FixWriter writer, String version, String side) {
        writer.start("D")
                .put(34, 2)
                .put(49, "A")
                .put(56, "B")
                .put(52, "20260302-08:00:00")
                .body();
        writer.put(11, "17")
                .put(55, "IBM")
                .put(54, side)
                .put(60, "20260302-08:00:00")
                .put(38, 5)
                .put(40, "1");
        return text(writer.put(78, 1).put(79, "A").put(80, 5).finish(version));
    }

    private static String text(FixWriter writer) {
        return new String(writer.bytes(), writer.offset(), writer.length(), StandardCharsets.ISO_8859_1);
    }

    private int decode(String lines) throws IOException {
        Path file = Files.writeString(directory.resolve("messages.log"), lines, StandardCharsets.ISO_8859_1);
        CommandLine line = (CommandLine) new FixCommands().commands().getFirst();
        return line.setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute("decode", file.toString());
    }
}
