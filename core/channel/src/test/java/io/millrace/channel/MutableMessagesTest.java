package io.millrace.channel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.wire.WireTypeException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The statements of the page on mutable messages, which quotes this file. */
class MutableMessagesTest {
    @TempDir
    private Path directory;

    /** A mutable message. */
    public static final class Quote {
        String symbol;
        double bid;
        byte[] raw;
        CharSequence note;
        List<Level> levels = new ArrayList<>();

        /** Reading begins with this. */
        public Quote() {}

        /** Returns a copy of this message and of everything in it. */
        Quote copy() {
            Quote copy = new Quote();
            copy.symbol = symbol;
            copy.bid = bid;
            copy.raw = raw.clone();
            copy.note = note.toString();
            for (Level level : levels) {
                copy.levels.add(level.copy());
            }
            return copy;
        }
    }

    /** A mutable message within another. */
    public static final class Level {
        double price;

        /** Reading begins with this. */
        public Level() {}

        Level copy() {
            Level copy = new Level();
            copy.price = price;
            return copy;
        }
    }

    /** The calls. */
    public interface Quotes {
        void quote(Quote quote);
    }

    /** The class that Kotlin compiles {@code data class Fixed(val symbol: String)} to, and Lombok {@code @Value}. */
    public static final class Fixed {
        private final String symbol;

        /** Sets all fields. */
        public Fixed(String symbol) {
            this.symbol = symbol;
        }

        /** Returns the field. */
        public String getSymbol() {
            return symbol;
        }
    }

    /** The calls. */
    public interface Fixes {
        void fixed(Fixed fixed);
    }

    /** The class that Kotlin compiles {@code data class Open(var symbol: String = "")} to, and Lombok {@code @Data}. */
    public static final class Open {
        private String symbol = "";

        /** Reading begins with this; Kotlin has it where each parameter has a default. */
        public Open() {}

        /** Sets all fields. */
        public Open(String symbol) {
            this.symbol = symbol;
        }

        /** Returns the field. */
        public String getSymbol() {
            return symbol;
        }
    }

    /** The calls. */
    public interface Opens {
        void open(Open open);
    }

    /** The class that Kotlin compiles {@code @JvmRecord data class Kept(val symbol: String)} to. */
    public record Kept(String symbol) {}

    /** The calls. */
    public interface Keeps {
        void kept(Kept kept);
    }

    private <T> Path written(Class<T> type, java.util.function.Consumer<T> calls) {
        Path path = directory.resolve(type.getSimpleName());
        try (Channel channel = Channel.journal("c", path, ChannelOptions.defaults());
                ChannelWriter writer = channel.writer()) {
            calls.accept(writer.as(type));
        }
        return path;
    }

    private static <T> void read(Path path, Class<T> type, T handler) {
        try (Channel channel = Channel.readOnly(path);
                ChannelReader reader = channel.reader(handler, ReaderOptions.defaults(), type)) {
            while (reader.poll() == Poll.MESSAGE) {
                // each poll makes one call on the handler
            }
        }
    }

    private static Quote quote(String symbol, double bid) {
        Quote quote = new Quote();
        quote.symbol = symbol;
        quote.bid = bid;
        quote.raw = new byte[] {(byte) bid};
        quote.note = "note of " + symbol;
        Level level = new Level();
        level.price = bid;
        quote.levels.add(level);
        return quote;
    }

    @Test
    void aMutableMessageIsTheSameObjectEachTime() {
        Path path = written(Quotes.class, out -> {
            out.quote(quote("A", 1));
            out.quote(quote("B", 2));
        });
        List<Quote> seen = new ArrayList<>();
        List<Quote> copies = new ArrayList<>();
        List<Object> within = new ArrayList<>();
        read(path, Quotes.class, quote -> {
            seen.add(quote);
            copies.add(quote.copy());
            within.addAll(List.of(quote.symbol, quote.raw, quote.note, quote.levels, quote.levels.getFirst()));
        });
        assertSame(seen.get(0), seen.get(1));
        assertEquals("B", seen.getFirst().symbol);
        // Strings are never changed; arrays of the same length, views, lists and the messages in them are reused.
        assertEquals("A", within.getFirst());
        for (int i = 1; i < 5; i++) {
            assertSame(within.get(i), within.get(i + 5));
        }
        assertEquals("A 1.0 1 note of A 1.0", shown(copies.get(0)));
        assertEquals("B 2.0 2 note of B 2.0", shown(copies.get(1)));
    }

    private static String shown(Quote quote) {
        return quote.symbol + " " + quote.bid + " " + quote.raw[0] + " " + quote.note + " "
                + quote.levels.getFirst().price;
    }

    @Test
    void aRecordIsAnotherObjectEachTime() {
        Path path = written(Keeps.class, out -> {
            out.kept(new Kept("A"));
            out.kept(new Kept("B"));
        });
        List<Kept> seen = new ArrayList<>();
        read(path, Keeps.class, seen::add);
        assertNotSame(seen.get(0), seen.get(1));
        assertEquals(List.of(new Kept("A"), new Kept("B")), seen);
    }

    @Test
    void aClassWithFieldsThatMayChangeIsAMessage() {
        Path path = written(Opens.class, out -> out.open(new Open("A")));
        List<String> seen = new ArrayList<>();
        read(path, Opens.class, open -> seen.add(open.getSymbol()));
        assertEquals(List.of("A"), seen);
    }

    @Test
    void aClassWithFinalFieldsIsRefusedWithWhatToDo() {
        WireTypeException e =
                assertThrows(WireTypeException.class, () -> written(Fixes.class, out -> out.fixed(new Fixed("A"))));
        assertTrue(e.getMessage().contains("MutableMessagesTest$Fixed"), e.getMessage());
        assertTrue(e.getMessage().contains("record"), e.getMessage());
    }
}
