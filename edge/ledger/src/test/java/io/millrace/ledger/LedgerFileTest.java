package io.millrace.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LedgerFileTest {
    @TempDir
    Path root;

    private Path directory;
    private Path file;
    private String right;

    @BeforeEach
    void makeLedger() throws IOException {
        directory = root.resolve("ledger");
        List<String> addresses = List.of("127.0.0.1:7000", "127.0.0.1:7001", "127.0.0.1:7002", "127.0.0.1:7003");
        LedgerConfig.init(directory, addresses, 1_000)
                .withClient("anna", SigningKey.generate().verificationKey());
        file = directory.resolve(LedgerConfig.FILE);
        right = Files.readString(file);
    }

    private void assertRefused(String message, UnaryOperator<String> change) throws IOException {
        String wrong = change.apply(right);
        assertTrue(!wrong.equals(right), "nothing was changed");
        Files.writeString(file, wrong);
        LedgerException e = assertThrows(LedgerException.class, () -> LedgerConfig.read(directory));
        assertTrue(e.getMessage().contains(message), e.getMessage());
        assertTrue(e.getMessage().contains(" file=" + file), e.getMessage());
    }

    private String valueOf(String key) {
        return right.lines()
                .filter(line -> line.startsWith(key + "="))
                .map(line -> line.substring(key.length() + 1))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void whatIsWrittenIsRead() {
        LedgerConfig config = LedgerConfig.read(directory);
        assertEquals(right, config.text());
        assertEquals(4, config.seats().size());
        assertEquals(List.of("anna"), List.copyOf(config.clients().keySet()));
    }

    @Test
    void aWrongValueIsNamedWithItsKey() throws IOException {
        assertRefused("key=startMs value=soon", text -> text.replace("startMs=1000", "startMs=soon"));
        assertRefused("key=seats value=x4", text -> text.replace("seats=4", "seats=x4"));
        assertRefused("key=seat.1.address value=here:y", text -> text.replace("127.0.0.1:7001", "here:y"));
        assertRefused("key=seat.2.key value=zz", text -> text.replace(valueOf("seat.2.key"), "zz"));
        assertRefused("key=seat.2.name value=../seat2", text -> text.replace("name=seat2", "name=../seat2"));
        assertRefused("key=client.0.name value=an na", text -> text.replace("name=anna", "name=an na"));
        assertRefused("lacks a value key=chain", text -> text.substring(text.indexOf('\n') + 1));
    }

    @Test
    void moreThanThereMayBeIsNotLeftOut() throws IOException {
        assertRefused("key=seats value=1000000", text -> text.replace("seats=4", "seats=1000000"));
        assertRefused("key=seats value=0", text -> text.replace("seats=4", "seats=0"));
        assertRefused("key=clients value=1001", text -> text.replace("clients=1", "clients=1001"));
        assertRefused("key=clients value=-1", text -> text.replace("clients=1", "clients=-1"));
        assertRefused("too long", text -> text + "#".repeat(1 << 20));
    }

    @Test
    void unknownKeysAndValuesThatAreGivenTwiceAreRefused() throws IOException {
        assertRefused("keys=[clents]", text -> text.replace("clients=1", "clients=1\nclents=2"));
        assertRefused("keys=[seat.3.address, seat.3.key, seat.3.name]", text -> text.replace("seats=4", "seats=3"));
        assertRefused("given twice key=seats", text -> text + "seats=7\n");
    }

    /** A key at two seats would have two votes. */
    @Test
    void twoSeatsHaveNothingInCommon() throws IOException {
        assertRefused("another one has it", text -> text.replace(valueOf("seat.1.key"), valueOf("seat.0.key")));
        assertRefused("key=seat.3.address", text -> text.replace("127.0.0.1:7003", "127.0.0.1:7002"));
        assertRefused("key=seat.1.name value=seat0", text -> text.replace("name=seat1", "name=seat0"));
    }
}
