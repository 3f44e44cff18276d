package io.millrace.map;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The code that {@code docs/map.md} quotes. */
class MapGuideTest {

    @TempDir
    Path scratch;

    record Price(double bid, double ask) {}

    private Path path;
    private double seen;

    private void write() {
        try (PersistentMap<String, Price> prices = PersistentMap.open(path, String.class, Price.class)) {
            prices.put("EURUSD", new Price(1.0840, 1.0842));
            prices.compute("EURUSD", (symbol, old) -> new Price(old.bid() + 0.0001, old.ask()));
            prices.batch()
                    .put("EURGBP", new Price(0.8551, 0.8553))
                    .remove("EURUSD")
                    .commit(); // both or none, in every process and after every crash
            prices.sync(); // survives a loss of power from here on
        }
    }

    private void read() {
        try (PersistentMap<String, Price> prices = PersistentMap.openReadOnly(path, String.class, Price.class)) {
            Price price = prices.get("EURGBP");
            prices.forEach((symbol, each) -> seen += each.bid());
            assertEquals(0.8553, price.ask());
        }
    }

    @Test
    void theGuideHolds() {
        path = scratch.resolve("prices");
        write();
        read();
        assertEquals(0.8551, seen);
    }
}
