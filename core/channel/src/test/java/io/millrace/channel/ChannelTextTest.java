package io.millrace.channel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.journal.Direction;
import io.millrace.journal.Index;
import io.millrace.wire.TextOptions;
import io.millrace.wire.Wire;
import io.millrace.wire.WireException;
import io.millrace.wire.WireTypes;
import java.io.StringReader;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChannelTextTest {

    @TempDir
    Path directory;

    private static List<String> text(Path channel) {
        List<String> lines = new ArrayList<>();
        try (ChannelText text = ChannelText.open(channel)) {
            while (text.next() == Poll.MESSAGE) {
                lines.add(text.yaml());
            }
        }
        return lines;
    }

    @Test
    void callsAreReadWithoutTheirClasses() throws Exception {
        Path classes = Files.createDirectory(directory.resolve("classes"));
        Path source = directory.resolve("Signals.java");
        Files.writeString(source, """
                package gone;
                public interface Signals {
                    enum Side { BUY, SELL }
                    record Signal(Side side, double price, java.time.Instant at, java.util.List<String> why) {}
                    void signal(Signal signal);
                }
                """);
        assertEquals(
                0,
                ToolProvider.getSystemJavaCompiler()
                        .run(null, null, null, "-d", classes.toString(), source.toString()));
        Path channelDirectory = directory.resolve("signals");
        try (URLClassLoader loader =
                        new URLClassLoader(new URL[] {classes.toUri().toURL()});
                Channel channel = JournalChannelTest.small("signals", channelDirectory);
                ChannelWriter writer = channel.writer()) {
            Class<?> signals = loader.loadClass("gone.Signals");
            Class<?> signal = loader.loadClass("gone.Signals$Signal");
            Object buy = loader.loadClass("gone.Signals$Side").getEnumConstants()[0];
            Object message = signal.getConstructors()[0].newInstance(
                    buy, 12.5, Instant.parse("2026-01-02T03:04:05Z"), List.of("a", "b: c"));
            Method method = signals.getMethod("signal", signal);
            method.invoke(writer.as(signals), message);
        }
        assertThrows(ClassNotFoundException.class, () -> Class.forName("gone.Signals"));
        assertEquals(
                List.of("""
                        signal:
                          side: BUY
                          price: 12.5
                          at: 2026-01-02T03:04:05Z
                          why: [a, "b: c"]
                        """),
                text(channelDirectory).stream().map(yaml -> yaml.strip() + "\n").toList());
    }

    @Test
    void textThatIsAppendedComesOutAgain() {
        String yaml = """
                trade:
                  symbol: ABC
                  at: 2026-01-02T03:04:05Z
                  price: 1.5
                  quantity: 7
                ---
                endOfInput: []
                """;
        Received received = new Received();
        try (Channel channel = JournalChannelTest.small("trades", directory);
                ChannelWriter writer = channel.writer();
                ChannelReader reader = channel.reader(received, ReaderOptions.defaults(), Trades.class)) {
            Wire wire = Wire.of(WireTypes.none());
            assertEquals(
                    2, ChannelText.append(writer, new StringReader(yaml), TextOptions.strict(), wire, Trades.class));
            reader.poll();
            reader.poll();
            WireException error = assertThrows(
                    WireException.class,
                    () -> ChannelText.append(
                            writer, new StringReader("trad: 1\n"), TextOptions.strict(), wire, Trades.class));
            assertTrue(error.getMessage().contains("trade"), error.getMessage());
        }
        assertEquals(
                List.of("trade " + new Trade("ABC", Instant.parse("2026-01-02T03:04:05Z"), 1.5, 7), "endOfInput"),
                received.calls);
        assertEquals(
                yaml.strip(),
                String.join(
                        "\n---\n", text(directory).stream().map(String::strip).toList()));
    }

    @Test
    void theHistoryOfThreeHopsIsKept() {
        Input input = new Input();
        Received received = new Received();
        try (Channel first = JournalChannelTest.small("first", directory.resolve("first"));
                Channel second = JournalChannelTest.small("second", directory.resolve("second"));
                Channel third = JournalChannelTest.small("third", directory.resolve("third"));
                ChannelWriter firstWriter = first.writer();
                ChannelWriter secondWriter = second.writer();
                ChannelWriter thirdWriter = third.writer();
                ChannelReader firstReader = first.reader(received, ReaderOptions.defaults(), Notes.class);
                ChannelReader secondReader = second.reader(received, ReaderOptions.defaults(), Notes.class)) {
            for (int i = 0; i < 5_000; i++) {
                firstWriter.begin(input.set(Source.external("feed"), i, 1_000 + i));
                firstWriter.as(Notes.class).note("a", i);
                firstWriter.commit();
                pass(firstReader, secondWriter, input, i);
                pass(secondReader, thirdWriter, input, i);
            }
            try (ChannelText text = ChannelText.of(third)) {
                for (int i = 0; i < 5_000; i++) {
                    assertEquals(Poll.MESSAGE, text.next());
                    History history = text.history();
                    assertEquals(3, history.size());
                    assertEquals("feed", history.source(0).name());
                    assertEquals(i, history.index(0));
                    assertEquals(1_000 + i, history.timeInNs(0));
                    assertEquals(first.source(), history.source(1));
                    assertEquals(second.source(), history.source(2));
                    assertEquals(text.time(), ChannelText.instant(history.timeOutNs(2)));
                    assertTrue(history.timeOutNs(0) <= history.timeInNs(1));
                    assertTrue(history.timeInNs(1) <= history.timeOutNs(1));
                    assertTrue(history.timeOutNs(1) <= history.timeInNs(2));
                }
                assertTrue(text.comment().contains(" feed@4999 first@"), text.comment());
            }
        }
    }

    private static void pass(ChannelReader reader, ChannelWriter writer, Input input, int number) {
        assertEquals(Poll.MESSAGE, reader.next());
        writer.begin(input.set(reader, EpochClock.system().nowNs()));
        reader.dispatch();
        writer.as(Notes.class).note("b", number);
        writer.commit();
    }

    @Test
    void aChannelIsReadBackwardsAndFromATime() {
        long[] timeNs = {0};
        ChannelOptions options = ChannelOptions.defaults().withClock(() -> timeNs[0]);
        try (Channel channel = Channel.journal("notes", directory, options);
                ChannelWriter writer = channel.writer();
                ChannelText text = ChannelText.of(channel)) {
            for (int i = 0; i < 100; i++) {
                timeNs[0] = 1_000_000_000L * i;
                writer.as(Notes.class).note("n", i);
            }
            text.seekTime(Instant.ofEpochSecond(41, 1));
            assertEquals(Poll.MESSAGE, text.next());
            assertEquals(Instant.ofEpochSecond(42), text.time());
            assertEquals(Poll.MESSAGE, text.next());
            assertEquals(Instant.ofEpochSecond(43), text.time());
            long index = text.index();
            text.direction(Direction.BACKWARD);
            text.toEnd();
            for (int i = 99; i >= 0; i--) {
                assertEquals(Poll.MESSAGE, text.next());
                assertEquals("note: [n, " + i + "]", text.yaml().strip());
            }
            assertEquals(Poll.NOTHING, text.next());
            text.direction(Direction.FORWARD);
            text.seekAfter(index);
            assertEquals(Poll.MESSAGE, text.next());
            assertEquals(Instant.ofEpochSecond(44), text.time());
            ChannelException error = assertThrows(ChannelException.class, () -> text.seek(Index.of(7, 4096)));
            assertTrue(error.getMessage().contains("7:4096"), error.getMessage());
        }
    }
}
