package io.millrace.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.MessageType;
import io.millrace.wire.NamedType;
import io.millrace.wire.Reference;
import io.millrace.wire.Schema;
import io.millrace.wire.WireException;
import io.millrace.wire.WireLimits;
import io.millrace.wire.WireType;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * The fast parser of the subset and the parser of the whole language give the same result wherever the first accepts
 * the text.
 */
class YamlParsersTest {
    private static final String[] PIECES = (" ;  ;\n;\n  ;\n    ;-;- ;: ;:;#; #;[;];{};{;};,;, ;&a ;*a;!;!a ;!!binary ;"
                    + "|;|-\n;|\n;>;';\";\\;%;@;`;? ;\t;x;0;"
                    + "null;~;é;😀;\u2028;\u0085;\ufeff;<<: ;a: ;\"a\": ;\\x41;\\u00e9;\0")
            .split(";");

    private final long seed = System.nanoTime();

    private static YamlDocument document(String text) {
        return new YamlDocument(1, text, 5, List.of());
    }

    private static String describe(YamlNode node) {
        StringBuilder out = new StringBuilder();
        describe(node, 0, out);
        return out.toString();
    }

    private static void describe(YamlNode node, int depth, StringBuilder out) {
        out.append(" ".repeat(depth)).append(node.kind).append(' ').append(node.tag);
        out.append(" plain=")
                .append(node.plain)
                .append(" at=")
                .append(node.line)
                .append(':')
                .append(node.column);
        out.append(" text=").append(node.text).append('\n');
        node.children.forEach(child -> describe(child, depth + 1, out));
    }

    /** Returns whether the fast parser accepts the text; if it does, both must give the same result. */
    private boolean same(String text) {
        YamlNode fast = YamlCanonicalParser.parse(document(text));
        if (fast == null) {
            return false;
        }
        YamlNode whole;
        try {
            whole = YamlParser.parseAny(document(text), WireLimits.defaults());
        } catch (WireException e) {
            throw new AssertionError("seed=" + seed + " only the fast parser accepts\n" + text, e);
        }
        assertEquals(describe(whole), describe(fast), () -> "seed=" + seed + "\n" + text);
        return true;
    }

    @Test
    void canonicalTextIsInTheSubset() {
        int written = 0;
        int fast = 0;
        for (int i = 0; i < 300; i++) {
            YamlRandom random = new YamlRandom(seed + i);
            List<NamedType> types = random.types();
            for (int j = 0; j < 10; j++) {
                WireType root = new Reference(2 + j % 4);
                BinaryOutput out = BinaryOutput.allocate(1_024);
                random.fields(types, ((MessageType) types.get(2 + j % 4)).fields(), out, 0);
                StringBuilder text = new StringBuilder();
                YamlText.of(new Schema(types, root)).write(BinaryInput.of(out.toByteArray()), text);
                written++;
                fast += same(text.toString()) ? 1 : 0;
            }
        }
        // The rest has letters outside ASCII in keys or tags, or instants as keys.
        assertTrue(fast > written / 3, "seed=" + seed + " fast=" + fast + " written=" + written);
    }

    @Test
    void damagedTextIsParsedEquallyOrLeftToTheGeneralParser() {
        Random damage = new Random(seed);
        int accepted = 0;
        for (int i = 0; i < 4_000; i++) {
            YamlRandom random = new YamlRandom(seed + i / 10);
            List<NamedType> types = random.types();
            WireType root = random.type(0);
            BinaryOutput out = BinaryOutput.allocate(1_024);
            if (root instanceof Reference reference && types.get(reference.number()) instanceof MessageType message) {
                random.fields(types, message.fields(), out, 0);
            } else {
                random.value(types, root, out, 0);
            }
            StringBuilder text = new StringBuilder();
            YamlText.of(new Schema(types, root)).write(BinaryInput.of(out.toByteArray()), text);
            if (text.length() > 600) {
                continue;
            }
            for (int j = 0; j < 10; j++) {
                StringBuilder damaged = new StringBuilder(text);
                for (int k = damage.nextInt(3); k >= 0; k--) {
                    int at = damage.nextInt(damaged.length() + 1);
                    int end = damage.nextInt(3) == 0 ? Math.min(damaged.length(), at + damage.nextInt(4)) : at;
                    damaged.replace(at, end, damage.nextInt(4) == 0 ? "" : PIECES[damage.nextInt(PIECES.length)]);
                }
                String complete = damaged.append('\n').toString();
                if (isOneDocument(complete)) {
                    accepted += same(complete) ? 1 : 0;
                }
            }
        }
        assertTrue(accepted > 1_000, "seed=" + seed + " accepted=" + accepted);
    }

    /** Markers and directives never reach a parser. */
    private static boolean isOneDocument(String text) {
        return text.lines().noneMatch(line -> line.startsWith("---") || line.startsWith("...") || line.startsWith("%"));
    }

    @Test
    void theSubsetIsWhatPeopleMostlyWrite() {
        String text = """
                # a comment
                !Order
                symbol: "A\\tB"

                legs:
                  # another
                  - symbol: X
                    note: |
                      a

                        # b
                    last: -5
                  - !Leg
                    symbol: -.inf
                  - - 1
                    - [a, "b,c", !Side BUY, !!binary AQ==]
                  - !Point {}
                  - {}
                  - []
                "a: b": http://x:80/#y
                at: 2024-01-01T00:00:00Z
                """;
        assertNotNull(YamlCanonicalParser.parse(document(text)));
        assertTrue(same(text));
    }

    @Test
    void otherFormsAreLeftToTheGeneralParser() {
        for (String text : List.of(
                "a: b\n  c\n",
                "a:\n- b\n",
                "a:\n",
                "a: &x b\n",
                "a: *x\n",
                "a: 'b'\n",
                "a: >\n  b\n",
                "a: |2\n   b\n",
                "a: |\n\n  b\n",
                "a: b # c\n",
                "a: {b: c}\n",
                "a: [b: c]\n",
                "a: [b, ]\n",
                "a: [b\n  , c]\n",
                "a: b: c\n",
                "a: \"b\n  c\"\n",
                "? a\n: b\n",
                "a: !<tag:x> b\n",
                "a: !!str b\n",
                "a:\tb\n",
                "a: b \n",
                "a : b\n",
                "  a: b\n",
                "- a\nb: c\n",
                "a: b\n c: d\n",
                "a: -\n",
                "a: - b\n",
                "a: ? b\n",
                "just text\n")) {
            assertNull(YamlCanonicalParser.parse(document(text)), text);
        }
    }
}
