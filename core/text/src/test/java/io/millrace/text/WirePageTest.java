package io.millrace.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.Scalar;
import io.millrace.wire.ScalarKind;
import io.millrace.wire.Schema;
import io.millrace.wire.TextOptions;
import io.millrace.wire.Wire;
import io.millrace.wire.WireTypes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The examples of docs/format/wire.md are what the code writes and reads. */
class WirePageTest {
    enum Side {
        BUY,
        SELL
    }

    sealed interface Shape {}

    record Circle(double radius) implements Shape {}

    record Square(int side) implements Shape {}

    @SuppressWarnings("ArrayRecordComponent") // arrays are one of the forms
    record Forms(
            int[] array,
            List<Integer> list,
            Set<String> set,
            Map<Side, Long> map,
            Shape shape,
            Object open,
            Circle absent) {}

    private static final Path PAGE = Path.of("../../docs/format/wire.md");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| ([A-Z_]+) \\| `(.+)` \\| `([0-9a-f ]+)` \\|$");
    private static final HexFormat HEX = HexFormat.ofDelimiter(" ");

    @Test
    void everySingleValueHasTheBytesOfThePage() throws IOException {
        Set<ScalarKind> kinds = EnumSet.noneOf(ScalarKind.class);
        for (MatchResult row : ROW.matcher(Files.readString(PAGE)).results().toList()) {
            ScalarKind kind = ScalarKind.valueOf(row.group(1));
            YamlText text = YamlText.of(new Schema(List.of(), Scalar.required(kind)));
            BinaryOutput out = BinaryOutput.allocate(64);
            text.read(row.group(2), TextOptions.strict(), out);
            assertEquals(row.group(3), HEX.formatHex(out.toByteArray()), row.group());
            StringBuilder back = new StringBuilder();
            text.write(BinaryInput.of(HEX.parseHex(row.group(3))), back);
            assertEquals(row.group(2) + "\n", back.toString());
            kinds.add(kind);
        }
        assertEquals(EnumSet.allOf(ScalarKind.class), kinds);
    }

    @Test
    void everyFormOfTypeHasTheBytesOfThePage() throws IOException {
        Map<Side, Long> map = new LinkedHashMap<>();
        map.put(Side.SELL, 7L);
        map.put(Side.BUY, null);
        Forms forms = new Forms(
                new int[] {1, -1},
                Arrays.asList(1, null),
                new LinkedHashSet<>(List.of("x")),
                map,
                new Square(3),
                2.5,
                null);
        Wire wire = Wire.of(WireTypes.none());
        BinaryOutput out = BinaryOutput.allocate(64);
        wire.codec(Forms.class).write(out, forms);
        byte[] bytes = out.toByteArray();
        StringBuilder listing = new StringBuilder("\n\n");
        BinaryListing.of(wire.schema(Forms.class)).list(BinaryInput.of(bytes), line -> {
            String hex = HEX.formatHex(bytes, line.offset(), line.offset() + line.length());
            listing.append("    ").append(hex).repeat(' ', 26 - hex.length());
            listing.append(line.field()).repeat(' ', 16 - line.field().length());
            listing.append(line.value().replace(WirePageTest.class.getName(), "…"))
                    .append('\n');
        });
        String page = Files.readString(PAGE);
        assertTrue(page.contains(listing.append('\n')), listing::toString);
    }
}
