package io.millrace.fix.codegen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelOptions;
import io.millrace.channel.ChannelReader;
import io.millrace.channel.ChannelWriter;
import io.millrace.channel.Poll;
import io.millrace.channel.ReaderOptions;
import io.millrace.fix.FixCallReader;
import io.millrace.fix.FixCallWriter;
import io.millrace.fix.FixDictionary;
import io.millrace.fix.FixFault;
import io.millrace.fix.FixMessage;
import io.millrace.fix.FixTime;
import io.millrace.fix.FixWriter;
import io.millrace.testing.ComponentCases;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Generated classes are messages of calls like all others: in tests as data, in channels, as text and as FIX. */
class DeskTest {

    private static final String SESSION = "FIX.4.4:SELL->BUY";

    @TempDir
    private Path directory;

    @TestFactory
    Stream<DynamicNode> orders() {
        return ComponentCases.of(outputs -> new Desk(outputs.as(Reports.class))).in(Path.of("src/test/data/desk"));
    }

    private static FixMessage parsed(FixWriter writer, FixDictionary dictionary) {
        writer.finish("FIX.4.4");
        FixMessage message = new FixMessage();
        assertEquals(FixFault.NONE, message.parse(writer.bytes(), writer.offset(), writer.length(), dictionary));
        return message;
    }

    private static FixWriter order() {
        FixWriter writer = new FixWriter().start("D").put(34, 2).put(49, "BUY").put(56, "SELL");
        writer.body().put(11, "A17").put(453, 1).put(448, "DESK").put(447, 'D').put(452, 1);
        writer.put(55, "IBM").put(54, '2').putTimestamp(60, 1_772_438_400_123_000_000L, FixTime.Precision.MILLISECONDS);
        return writer.put(38, 300).put(40, '2').putDecimal(44, 125_000, 4).put(5001, 'A');
    }

    @Test
    void anOrderTravelsThroughChannelsToTheDeskAndBack() {
        FixDictionary dictionary = Inputs.in(directory).dictionary("FIX44.xml");
        List<String> reports = new ArrayList<>();
        FixCallWriter fix = FixCallWriter.of(
                dictionary,
                FixTime.Precision.MILLISECONDS,
                (session, message) ->
                        reports.add(session + " " + message.finish("FIX.4.4").msgType() + " "
                                + parsed(message, dictionary).text(151)),
                Reports.class);
        try (Channel in = Channel.journal("in", directory.resolve("in"), ChannelOptions.defaults());
                Channel out = Channel.journal("out", directory.resolve("out"), ChannelOptions.defaults())) {
            try (ChannelWriter orders = in.writer()) {
                FixCallReader calls = FixCallReader.of(orders.as(Orders.class), Orders.class);
                assertTrue(calls.read(parsed(order(), dictionary), SESSION));
            }
            try (ChannelWriter written = out.writer();
                    ChannelReader desk =
                            in.reader(new Desk(written.as(Reports.class)), ReaderOptions.defaults(), Orders.class)) {
                readAll(desk);
            }
            try (ChannelReader sent = out.reader(fix.as(Reports.class), ReaderOptions.defaults(), Reports.class)) {
                readAll(sent);
            }
            try (ChannelCursor cursor = in.cursor()) {
                assertEquals(ChannelCursor.Entry.CALL, cursor.next());
                String text = cursor.yaml();
                assertTrue(text.startsWith("newOrderSingle:\n  - FIX.4.4:SELL->BUY\n  - clOrdId: A17\n"), text);
                assertTrue(text.contains("\n    side: SELL\n    orderQty: 300\n    ordType: LIMIT\n"), text);
                assertTrue(text.contains("\n    transactTime: 2026-03-02T08:00:00.123Z\n"), text);
                assertTrue(text.contains("\n    flag: AGENCY\n"), text);
            }
        }
        assertEquals(List.of(SESSION + " 8 300"), reports);
    }

    private static void readAll(ChannelReader reader) {
        while (reader.poll() == Poll.MESSAGE) {
            // each poll makes one call
        }
    }

    @Test
    void oneRecordHoldsTheMessagesOfTwoVersions() {
        Inputs inputs = Inputs.in(directory);
        List<QuoteRecord> quotes = new ArrayList<>();
        FixCallReader reader = FixCallReader.of((Quotes) quotes::add, Quotes.class);
        FixWriter writer = new FixWriter()
                .start("S")
                .put(34, 2)
                .body()
                .put(117, "Q1")
                .put(55, "IBM")
                .put(22, '8');
        writer.putDecimal(132, 12_550, 3);
        reader.read(parsed(writer, inputs.dictionary("FIX42.xml")), null);
        writer.start("S").put(34, 3).body().put(117, "Q2").put(55, "IBM").put(135, 500);
        writer.put(555, 2).put(600, "IBM").put(600, "SUN").putDecimal(623, 15, 1);
        reader.read(parsed(writer, inputs.dictionary("FIX44.xml")), null);
        assertEquals(new BigDecimal("12.55"), quotes.getFirst().bidPx());
        assertEquals("8", quotes.getFirst().securityIdSource());
        assertEquals(List.of(), quotes.getFirst().legs());
        assertEquals(500L, quotes.get(1).offerSize());
        assertEquals(new BigDecimal("1.5"), quotes.get(1).legs().get(1).legRatioQty());
    }
}
