package io.millrace.examples.market;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.examples.market.Fixtures.Fed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TradeFeedTest {
    private static final String HEADER = "timestamp,price,amount\n";

    @TempDir
    Path directory;

    @Test
    void aRowIsATradeAndTheEndOfTheFileIsOneCall() throws IOException {
        Path file = Fixtures.file(directory, HEADER + "1385337600,800.01,0.1\n1385337613,800.05,0.278");
        List<Fed> fed = Fixtures.feed(file, OnError.STOP);
        assertEquals(
                List.of(
                        new Fed(1, new Trade(Instant.ofEpochSecond(1385337600), 800.01, 0.1)),
                        new Fed(2, new Trade(Instant.ofEpochSecond(1385337613), 800.05, 0.278)),
                        new Fed(TradeFeed.END_OF_INPUT + 2, Fixtures.END)),
                fed);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "timestamp,price,amount\r\n5,1.5,2\r\n",
                "\uFEFFtimestamp,price,amount\n5,1.5,2",
                "amount,timestamp,price\n2,5,1.5\n",
                "\"timestamp\",\"price\",\"amount\"\n\"5\",\"1.5\",\"2\"\n",
                "timestamp,price,amount\n5,+1.5,2e0\n"
            })
    void theSameRowMayBeWrittenInSeveralWays(String text) throws IOException {
        List<Fed> fed = Fixtures.feed(Fixtures.file(directory, text), OnError.STOP);
        assertEquals(new Trade(Instant.ofEpochSecond(5), 1.5, 2), fed.getFirst().call());
        assertEquals(2, fed.size());
    }

    @Test
    void withoutAFileTheSampleIsRead() {
        List<Fed> fed = Fixtures.feed(Optional.empty(), OnError.STOP, -1, Integer.MAX_VALUE);
        assertEquals(100_001, fed.size());
        assertEquals(new Fed(1, new Trade(Instant.parse("2013-11-25T00:00:00Z"), 800.01, 0.1)), fed.getFirst());
        assertEquals(
                new Fed(100_000, new Trade(Instant.parse("2013-12-01T16:02:05Z"), 999.0, 1.2926331)), fed.get(99_999));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            7,1         | amount    | ''          | is missing
            7           | price     | ''          | is missing
            ''          | price     | ''          | is missing
            7,1,2,3     | 4         | 3           | is one too many
            7,1,        | amount    | ''          | is not a number
            7,abc,2     | price     | abc         | is not a number
            7,1,NaN     | amount    | NaN         | is not a number
            7,Infinity,2| price     | Infinity    | is not a number
            7,1e999,2   | price     | 1e999       | is too large
            7,0x1p3,2   | price     | 0x1p3       | is not a number
            7,1d,2      | price     | 1d          | is not a number
            '7, 1,2'    | price     | ' 1'        | is not a number
            7.5,1,2     | timestamp | 7.5         | is not a whole number of seconds
            99999999999999999,1,2 | timestamp | 99999999999999999 | is out of range
            4,1,2       | timestamp | 4           | goes back in time, the trade before it is at 5
            """)
    void aBadRowStopsTheRunOrIsPassedOn(String row, String column, String value, String reason) throws IOException {
        Path file = Fixtures.file(directory, HEADER + "5,1,1\n" + row + "\n9,1,1\n");

        InputException stopped = assertThrows(InputException.class, () -> Fixtures.feed(file, OnError.STOP));
        assertEquals(
                "column " + column + " " + reason + " file=" + file + " line=3 column=" + column + " value=" + value,
                stopped.getMessage());

        List<Fed> fed = Fixtures.feed(file, OnError.SKIP);
        assertEquals(new Fed(2, new Rejection(3, column, value, reason)), fed.get(1));
        assertEquals(new Fed(3, new Trade(Instant.ofEpochSecond(9), 1, 1)), fed.get(2));
        assertEquals(4, fed.size());
    }

    @Test
    void aLineWithoutAnEndDoesNotFillTheMemory() throws IOException {
        Path file = Fixtures.file(directory, HEADER + "5,1," + "1".repeat(100_000) + "\n6,1,1\n");
        List<Fed> fed = Fixtures.feed(file, OnError.SKIP);
        Rejection rejection = (Rejection) fed.getFirst().call();
        assertEquals("is in a line longer than 4096 bytes", rejection.reason());
        assertEquals(81, rejection.value().length());
        assertEquals(new Fed(2, new Trade(Instant.ofEpochSecond(6), 1, 1)), fed.get(1));
    }

    @Test
    void aHeaderThatIsMissingIsAnErrorEvenWhereRowsAreSkipped() throws IOException {
        assertHeaderError("", "the input is empty");
        assertHeaderError("1385337600,800.01,0.1\n", "the header has no such column");
        assertHeaderError("timestamp,price\n", "line=1 column=amount value=timestamp,price");
        assertHeaderError("timestamp,price,amount,venue\n", "the header must name just the columns");
    }

    private void assertHeaderError(String text, String part) throws IOException {
        Path file = Fixtures.file(directory, text);
        InputException error = assertThrows(InputException.class, () -> Fixtures.feed(file, OnError.SKIP));
        assertTrue(
                error.getMessage().contains(part) && error.getMessage().contains("file=" + file), error.getMessage());
    }

    @Test
    void aFileThatIsMissingIsNamed() {
        Path missing = directory.resolve("no-such.csv");
        InputException error = assertThrows(InputException.class, () -> Fixtures.feed(missing, OnError.STOP));
        assertTrue(error.getMessage().contains("file=" + missing), error.getMessage());
    }

    @Test
    void itGoesOnBehindAnyRowAsIfItHadNeverStopped() throws IOException {
        Path file = Fixtures.file(directory, HEADER + "5,1,1\n6,x,1\n7,1,1\n6,1,1\n8,1,1\n");
        List<Fed> whole = Fixtures.feed(file, OnError.SKIP);
        for (int taken = 0; taken <= whole.size(); taken++) {
            List<Fed> parts = new ArrayList<>(Fixtures.feed(Optional.of(file), OnError.SKIP, -1, taken));
            long resumeAfter = parts.isEmpty() ? -1 : parts.getLast().index();
            parts.addAll(Fixtures.feed(Optional.of(file), OnError.SKIP, resumeAfter, Integer.MAX_VALUE));
            assertEquals(whole, parts, "taken=" + taken);
        }
    }

    @Test
    void anInputThatHasChangedIsNotTakenForTheSame() throws IOException {
        Path file = Fixtures.file(directory, HEADER + "5,1,1\n6,1,1\n");
        long end = Fixtures.feed(file, OnError.STOP).getLast().index();

        Files.writeString(file, HEADER + "5,1,1\n6,1,1\n7,1,1\n");
        assertChanged(file, end, "rowsBefore=2 rowsNow=more");
        Files.writeString(file, HEADER + "5,1,1\n");
        assertChanged(file, end, "rowsBefore=2 rowsNow=1");
        assertChanged(file, 2, "rowsBefore=2 rowsNow=1");
    }

    private static void assertChanged(Path file, long resumeAfter, String part) {
        InputException error = assertThrows(
                InputException.class,
                () -> Fixtures.feed(Optional.of(file), OnError.STOP, resumeAfter, Integer.MAX_VALUE));
        assertTrue(error.getMessage().contains(part), error.getMessage());
    }
}
