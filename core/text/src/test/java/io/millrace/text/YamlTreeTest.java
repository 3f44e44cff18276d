package io.millrace.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.text.YamlTree.Fields;
import io.millrace.text.YamlTree.Items;
import io.millrace.text.YamlTree.Meaning;
import io.millrace.text.YamlTree.Text;
import io.millrace.wire.WireLimits;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class YamlTreeTest {
    private static Optional<YamlTree> parse(String text) {
        return YamlTree.parse(text, WireLimits.defaults());
    }

    private static Meaning meaning(String text) {
        Items items = assertInstanceOf(Items.class, parse("- " + text).orElseThrow());
        return assertInstanceOf(Text.class, items.items().getFirst()).meaning();
    }

    @Test
    void everyPartHasItsPositionAndTag() {
        Fields root = assertInstanceOf(
                Fields.class, parse("a: 1\nlong: !Trade\n  b: [x, y]\n").orElseThrow());
        assertEquals(List.of("a", "long"), List.copyOf(root.entries().keySet()));
        assertEquals(2, root.entries().get("long").key().line());
        Fields trade = assertInstanceOf(Fields.class, root.entries().get("long").value());
        assertEquals(Optional.of("!Trade"), trade.tag());
        Items items = assertInstanceOf(Items.class, trade.entries().get("b").value());
        assertEquals(3, items.items().get(1).line());
        assertEquals(10, items.items().get(1).column());
    }

    @Test
    void aScalarMeansWhatTheCoreSchemaSays() {
        assertEquals(Meaning.NULL, meaning("~"));
        assertEquals(Meaning.NULL, meaning(""));
        assertEquals(Meaning.BOOLEAN, meaning("true"));
        assertEquals(Meaning.INTEGER, meaning("-12"));
        assertEquals(Meaning.INTEGER, meaning("0x1F"));
        assertEquals(Meaning.FLOAT, meaning("1e3"));
        assertEquals(Meaning.FLOAT, meaning(".inf"));
        assertEquals(Meaning.STRING, meaning("yes"));
        assertEquals(Meaning.STRING, meaning("'12'"));
        assertEquals(Meaning.STRING, meaning("!x 12"));
    }

    @Test
    void aDuplicateKeyIsAnErrorWithItsPosition() {
        TextException error = assertThrows(TextException.class, () -> parse("a: 1\nb: 2\na: 3\n"));
        assertEquals(3, error.line());
        assertTrue(error.getMessage().contains("key=a"), error.getMessage());
    }

    @Test
    void aTextWithoutContentHasNoRootAndTwoDocumentsAreRefused() {
        assertEquals(Optional.empty(), parse("# nothing\n"));
        assertThrows(TextException.class, () -> parse("a: 1\n---\nb: 2\n"));
    }
}
