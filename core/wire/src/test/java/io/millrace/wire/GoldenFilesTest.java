package io.millrace.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Data of earlier versions can always be read: the files are never changed, only added to. */
class GoldenFilesTest {
    enum Side {
        BUY,
        SELL
    }

    record Leg(String venue, Integer lots) {}

    record Order(String symbol, Instant at, Side side, double price, long quantity, List<Leg> legs) {}

    private static final Order ORDER = new Order(
            "EURUSD", Instant.ofEpochSecond(1, 5), Side.SELL, 1.5, -3, List.of(new Leg("X", 200), new Leg(null, null)));

    private final Wire wire = Wire.of(WireTypes.none());

    @Test
    void theBytesOfVersionOneAreReadAndWritten() throws IOException {
        byte[] schema = golden("version-1-schema.bin");
        byte[] message = golden("version-1-message.bin");
        Schema read = Schema.decode(MemorySegment.ofArray(schema), 0, schema.length);
        assertEquals(wire.schema(Order.class), read);
        assertEquals(ORDER, wire.decoder(Order.class, read).read(BinaryInput.of(message)));
        assertArrayEquals(schema, read.encode());
        assertArrayEquals(message, bytes(Order.class, ORDER));
    }

    @Test
    void everyTypeOfVersionOneIsRead() throws IOException {
        byte[] schema = golden("version-1-everything-schema.bin");
        byte[] message = golden("version-1-everything-message.bin");
        Schema read = Schema.decode(MemorySegment.ofArray(schema), 0, schema.length);
        assertEquals(Everything.value(), wire.decoder(Everything.class, read).read(BinaryInput.of(message)));
        assertArrayEquals(message, bytes(Everything.class, Everything.value()));
    }

    @Test
    void theExampleInTheDocumentIsTheTruth() throws IOException {
        Path document = Path.of("../../docs/format/wire.md");
        String example = Files.readString(document).replaceAll("(?s).*## Worked example", "");
        String[] blocks = example.split("The message `", -1);
        assertArrayEquals(wire.schema(Order.class).encode(), hex(blocks[0].replaceAll("(?s).*hexadecimal;", "")));
        assertArrayEquals(bytes(Order.class, ORDER), hex(blocks[1]));
    }

    /** The bytes of an indented listing: hexadecimal pairs and quoted text up to two spaces and the comment. */
    private static byte[] hex(String listing) {
        List<Byte> bytes = new ArrayList<>();
        for (String line :
                listing.lines().filter(each -> each.startsWith("    ")).toList()) {
            Matcher part =
                    Pattern.compile("([0-9a-f]{2})(?: |$)|\"([^\"]*)\" ?|(  )").matcher(line.strip());
            while (part.find() && part.group(3) == null) {
                if (part.group(1) != null) {
                    bytes.add(HexFormat.of().parseHex(part.group(1))[0]);
                } else {
                    String text = part.group(2).replace("…", "io.millrace.wire.GoldenFilesTest");
                    for (byte each : text.getBytes(StandardCharsets.UTF_8)) {
                        bytes.add(each);
                    }
                }
            }
        }
        byte[] array = new byte[bytes.size()];
        for (int i = 0; i < array.length; i++) {
            array[i] = bytes.get(i);
        }
        return array;
    }

    private <T> byte[] bytes(Class<T> type, T message) {
        BinaryOutput out = BinaryOutput.allocate(64);
        wire.codec(type).write(out, message);
        return out.toByteArray();
    }

    private static byte[] golden(String name) throws IOException {
        try (InputStream in = GoldenFilesTest.class.getResourceAsStream("/golden/" + name)) {
            return in.readAllBytes();
        }
    }
}
