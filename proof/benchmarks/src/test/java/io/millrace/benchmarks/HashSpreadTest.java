package io.millrace.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class HashSpreadTest {
    private static final Path DOCS = Path.of("..", "..", "docs");

    /** Fair coins: a half, within five standard deviations of as many throws, and their distribution. */
    @Test
    void bitsChangeAsCoinsFall() {
        for (int length : HashSpread.LENGTHS) {
            HashSpread spread = HashSpread.ofWyHash(length);
            double fiveDeviations = 5 * 0.5 / Math.sqrt(200_000);
            assertEquals(0.5, spread.worstBit(), fiveDeviations, "length=" + length);
            for (int count = 0; count <= Long.SIZE; count++) {
                double expected = HashSpread.ofCoins(Long.SIZE, count);
                double bound = 5 * Math.sqrt(expected / 200_000) + 1e-4;
                assertEquals(expected, spread.ofCount(count), bound, "length=" + length + " count=" + count);
            }
        }
    }

    @Test
    void coinsAddUpToOne() {
        double sum = 0;
        for (int count = 0; count <= Long.SIZE; count++) {
            sum += HashSpread.ofCoins(Long.SIZE, count);
        }
        assertEquals(1, sum, 1e-12);
        assertEquals(1.0 / 16, HashSpread.ofCoins(4, 0));
        assertEquals(6.0 / 16, HashSpread.ofCoins(4, 2));
    }

    /** The command draws the plot in the documents, and prints their table. */
    @Test
    void thePlotAndTheTableOfTheDocumentsAreWhatIsMeasured() throws Exception {
        assertEquals(Files.readString(DOCS.resolve("images").resolve("hash-spread.svg")), SpreadPlot.draw());
        String page = Files.readString(DOCS.resolve("memory-order.md"));
        HashSpread.table().lines().skip(1).forEach(line -> {
            String row = "| `" + line.strip().replaceAll(" +", " | ").replaceFirst(" ", "` ") + " |";
            assertTrue(page.contains(row), row);
        });
    }
}
