package io.millrace.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.ChannelOptions;
import io.millrace.net.HostPort;
import io.millrace.service.EventLoop;
import io.millrace.service.EventLoopOptions;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The code that docs/fix.md quotes. */
class FixGuideTest {

    @Test
    void anOrderIsWrittenAndRead() {
        FixWriter writer = new FixWriter();
        writer.start("D").body().put(11, "17").put(55, "IBM").put(54, '1').putDecimal(44, 12_500, 4);
        writer.put(38, 300).put(78, 2).put(79, "A").put(80, 100).put(79, "B").put(80, 200);
        writer.finish("FIX.4.4");
        byte[] bytes = java.util.Arrays.copyOfRange(writer.bytes(), writer.offset(), writer.offset() + writer.length());
        assertEquals("0 at 12500", read(bytes, Samples.FIX44, new FixMessage()));
        bytes[20]++;
        assertEquals(FixFault.CHECKSUM.sentence(), read(bytes, Samples.FIX44, new FixMessage()));
    }

    @Test
    void anEngineListensAndEnds(@TempDir Path directory) throws InterruptedException {
        FixSettings settings = TestEngines.acceptor(TestEngines.SELL);
        FixApplication application = (_, _, _) -> {};
        FixJournal journal = FixJournal.open(directory, ChannelOptions.defaults());
        FixEngine engine = FixEngine.open(FixEngineOptions.named("desk").with(journal));
        engine.add(settings, application);
        HostPort address = engine.listen(FixPort.loopback(0));
        try (EventLoop loop = EventLoop.start("desk", EventLoopOptions.defaults(), List.of(engine))) {
            engine.stop(); // any thread: sessions log out, and the loop ends
            loop.await();
        }
        assertTrue(engine.done());
        assertTrue(address.port() > 0);
    }

    private static String read(byte[] bytes, FixDictionary dictionary, FixMessage message) {
        FixFault fault = message.parse(bytes, 0, bytes.length, dictionary);
        if (fault != FixFault.NONE) {
            return fault.sentence();
        }
        long quantity = message.longValue(38);
        long price = message.decimalValue(44, 4);
        FixEntries allocations = message.group(78);
        while (allocations.next()) {
            quantity -= allocations.longValue(80);
        }
        return quantity + " at " + price;
    }
}
