package io.millrace.fuzz;

import io.millrace.ledger.LedgerConfig;
import io.millrace.ledger.LedgerException;
import io.millrace.ledger.SeatKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The input is the file of a ledger, and the file of a key. Either is refused with its name, or a ledger has seats that
 * have nothing in common.
 */
final class LedgerFileTarget implements Target {
    private static final String FILE = "ledger.properties";

    private DataDirectory data;

    @Override
    public void accept(byte[] input) {
        if (data == null) {
            data = DataDirectory.create();
        }
        Path file = data.path().resolve(FILE);
        try {
            Files.write(file, input);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        readLedger(file);
        try {
            SeatKey.read(file);
        } catch (LedgerException e) {
            checkPlace(e, file);
        }
    }

    private void readLedger(Path file) {
        LedgerConfig config;
        try {
            config = LedgerConfig.read(data.path());
        } catch (LedgerException e) {
            checkPlace(e, file);
            return;
        }
        Set<Object> seen = new HashSet<>();
        for (LedgerConfig.Place seat : config.seats()) {
            Guard.check(seen.add(seat.name()), "a name is given twice " + seat);
            Guard.check(seen.add(seat.key()), "a key is given twice " + seat);
            Guard.check(seen.add(seat.address()), "an address is given twice " + seat);
            Guard.check(
                    data.path().resolve(seat.name()).normalize().getParent().equals(data.path()),
                    "the folder of a seat is not in that of the ledger " + seat);
        }
        Guard.check(!seen.isEmpty(), "a ledger has no seat");
    }

    private static void checkPlace(LedgerException e, Path file) {
        Guard.check(e.getMessage().contains("file=" + file), "an error does not say where: " + e.getMessage());
    }

    @Override
    public List<byte[]> seeds() {
        String seat = """
                seat.0.name=seat0
                seat.0.key=3b6a27bcceb6a42d62a3a8d02a6f0d73653215771de243a63ac048a18b59da29
                seat.0.address=127.0.0.1:7000
                """;
        String client = """
                clients=1
                client.0.name=anna
                client.0.key=d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a
                """;
        String chain = "chain=" + "ab".repeat(32) + "\nstartMs=1764000000000\nseats=1\n";
        String key = "ab".repeat(32) + "\n";
        return List.of(
                (chain + seat).getBytes(StandardCharsets.UTF_8),
                (chain + seat + client).getBytes(StandardCharsets.UTF_8),
                key.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void close() {
        if (data != null) {
            data.close();
            data = null;
        }
    }
}
