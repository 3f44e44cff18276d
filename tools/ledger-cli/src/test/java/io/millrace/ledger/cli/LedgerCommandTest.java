package io.millrace.ledger.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.ledger.SigningKey;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

final class LedgerCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path directory;

    @Test
    void decidePrintsTheReport() throws IOException {
        Path file = Files.writeString(directory.resolve("g.dag"), "validators 4\nfull 1 3 ABCD\n");
        assertEquals(0, run("decide", file.toString()), err::toString);
        assertEquals(
                "slot 1 B commit B1 direct\nslot 2 C undecided\nslot 3 D undecided\ncommit 1 B1: B1\n", out.toString());
    }

    @Test
    void aWrongLineAndAMissingFileAreNamed() throws IOException {
        Path file = Files.writeString(directory.resolve("g.dag"), "validators 4\nfull 1\n");
        assertEquals(1, run("decide", file.toString()));
        assertEquals(
                "full needs two rounds and seats, as in full 1 5 ABCD value=full 1 file=" + file + " line=2\n",
                err.toString());
        err.getBuffer().setLength(0);
        assertEquals(1, run("decide", "missing.dag"));
        assertEquals("there is no such file file=missing.dag\n", err.toString());
    }

    @Test
    void keysShowsTheImplementationThatIsUsed() {
        assertEquals(0, run("keys"), err::toString);
        assertTrue(out.toString().contains("SunEC"), out.toString());
        assertTrue(out.toString().lines().toList().getLast().startsWith("used: "), out.toString());
    }

    @Test
    void aGeneratedKeyIsItsOwnersAloneAndNeverOverwritten() throws IOException {
        Path file = directory.resolve("seat.key");
        assertEquals(0, run("keys", "--generate", file.toString()), err::toString);
        String seed = Files.readString(file);
        assertEquals(
                out.toString().strip(),
                SigningKey.ofSeed(HexFormat.of().parseHex(seed.strip()))
                        .verificationKey()
                        .toString());
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
        assertEquals(1, run("keys", "--generate", file.toString()));
        assertEquals("the file exists, and a key is never overwritten file=" + file + "\n", err.toString());
        assertEquals(seed, Files.readString(file));
    }

    @Test
    void aClientIsAddedToTheFileThatAllSeatsShare() {
        Path ledger = directory.resolve("ledger");
        assertEquals(0, run("init", ledger.toString()), err::toString);
        String key = SigningKey.ofSeed(new byte[SigningKey.SEED_BYTES])
                .verificationKey()
                .toString();
        out.getBuffer().setLength(0);
        assertEquals(0, run("clients", ledger.toString(), "--add", "anna", "--key", key), err::toString);
        assertEquals(0, run("clients", ledger.toString()), err::toString);
        assertEquals(("anna " + key + "\n").repeat(2), out.toString());
        assertEquals(1, run("clients", ledger.toString(), "--add", "a/b", "--key", key));
        assertEquals("a client has a name of letters, digits and .-_@ name=a/b\n", err.toString());
        err.getBuffer().setLength(0);
        assertEquals(1, run("clients", ledger.toString(), "--add", "ben", "--key", "12"));
        assertEquals("a key has 32 bytes length=1 key=12\n", err.toString());
    }

    private int run(String... args) {
        return new CommandLine(new LedgerCommand())
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(args);
    }
}
