package io.millrace.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.ListType;
import io.millrace.wire.Scalar;
import io.millrace.wire.ScalarKind;
import io.millrace.wire.Schema;
import io.millrace.wire.TextOptions;
import io.millrace.wire.Wire;
import io.millrace.wire.WireDecoder;
import io.millrace.wire.WireFormat;
import io.millrace.wire.WireFormatException;
import io.millrace.wire.WireType;
import io.millrace.wire.WireTypes;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.schema.CoreSchema;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** Written text means the same to a reader of YAML 1.1 and to one of 1.2, and text that neither allows is refused. */
class YamlReadersTest {
    private static final String NUMBER_CHARS = "0123456789+-._:eExXoObBTZt~yYnN=<infaINFA ";
    private static final String FLOAT_OF_1_1 = "[-+]?[0-9][0-9_]*\\.[0-9_]*([eE][-+][0-9]+)?";

    private final Wire wire = Wire.of(WireTypes.none());

    record Any(Object value) {}

    record Texts(String one, List<String> many) {}

    private static String text(WireType type, Consumer<BinaryOutput> value) {
        BinaryOutput out = BinaryOutput.allocate(64);
        value.accept(out);
        StringBuilder text = new StringBuilder();
        YamlText.of(new Schema(List.of(), type)).write(BinaryInput.of(out.toByteArray()), text);
        return text.toString();
    }

    private static Object load11(String text) {
        return new org.yaml.snakeyaml.Yaml(new SafeConstructor(new LoaderOptions())).load(text);
    }

    private static Object load12(String text) {
        return new Load(LoadSettings.builder().setSchema(new CoreSchema()).build()).loadFromString(text);
    }

    @Test
    void stringsAreStringsToReadersOfBothVersions() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 2_000; i++) {
            StringBuilder generated = new StringBuilder();
            for (int length = 1 + random.nextInt(8); length > 0; length--) {
                generated.append(NUMBER_CHARS.charAt(random.nextInt(NUMBER_CHARS.length())));
            }
            String value = generated.toString();
            String alone = text(Scalar.nullable(ScalarKind.STRING), out -> out.writeString(value));
            String listed = text(new ListType(Scalar.nullable(ScalarKind.STRING)), out -> {
                out.writeCount(1);
                out.writeString(value);
            });
            String why = "seed=" + seed + " value=" + value;
            assertEquals(value, load11(alone), why);
            assertEquals(value, load12(alone), why);
            assertEquals(List.of(value), load11(listed), why);
            assertEquals(List.of(value), load12(listed), why);
        }
    }

    /** The reader of 1.1 here accepts numbers without a sign in the exponent; its specification does not. */
    @Test
    void doublesAreNumbersToReadersOfBothVersions() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 2_000; i++) {
            double value = Double.longBitsToDouble(random.nextLong());
            if (Double.isFinite(value)) {
                String text = text(Scalar.required(ScalarKind.DOUBLE), out -> out.writeDouble(value));
                String why = "seed=" + seed + " value=" + value;
                assertTrue(text.strip().matches(FLOAT_OF_1_1), why);
                assertEquals(value, load11(text), why);
                assertEquals(value, load12(text), why);
            }
        }
    }

    @Test
    void decimalsWithAnExponentHaveAPoint() {
        for (int scale = -40; scale < 40; scale++) {
            for (int digits : new int[] {1, -7, 1234, 0}) {
                BigDecimal value = new BigDecimal(BigInteger.valueOf(digits), scale);
                WireType type = Scalar.nullable(ScalarKind.BIG_DECIMAL);
                String text = text(type, out -> {
                    out.writeBoolean(true);
                    out.writeBigDecimal(value);
                });
                assertTrue(text.strip().matches(FLOAT_OF_1_1 + "|-?[0-9]+"), text);
                BinaryOutput out = BinaryOutput.allocate(64);
                YamlText.of(new Schema(List.of(), type)).read(text, TextOptions.strict(), out);
                BinaryInput in = BinaryInput.of(out.toByteArray());
                in.readPresence();
                assertEquals(value, in.readBigDecimal());
            }
        }
    }

    @Test
    void theNonSpecificTagMakesAString() {
        assertEquals(
                "12",
                Yaml.of(wire)
                        .read(Any.class, "value: ! 12\n", TextOptions.strict())
                        .value());
        assertEquals(
                "true",
                Yaml.of(wire)
                        .read(Any.class, "value: ! true\n", TextOptions.strict())
                        .value());
        assertEquals(
                12,
                Yaml.of(wire)
                        .read(Any.class, "value: 12\n", TextOptions.strict())
                        .value());
    }

    @Test
    void separatorsOfLinesAndParagraphsHaveEscapes() {
        assertEquals(
                "a\u2028\u2029b",
                Yaml.of(wire)
                        .read(Texts.class, "one: \"a\\L\\Pb\"\n", TextOptions.strict())
                        .one());
    }

    @Test
    void anUnpairedSurrogateHasItsPositionInYaml() {
        TextException e = assertThrows(
                TextException.class,
                () -> Yaml.of(wire)
                        .read(Texts.class, "one: x\nmany:\n  - a\n  - \"b\\ud83dc\"\n", TextOptions.strict()));
        assertEquals("4:5", e.line() + ":" + e.column(), e.getMessage());
        assertTrue(e.getMessage().contains("path=many[1]"), e.getMessage());
        assertInstanceOf(WireFormatException.class, e.getCause());
    }

    @Test
    void anUnpairedSurrogateHasItsPositionInJson() {
        byte[] json = "{\"one\":\"x\",\n\"many\":[\"a\",\"b\\ud83dc\"]}".getBytes(StandardCharsets.UTF_8);
        WireDecoder<Texts> decoder = wire.codec(Texts.class, WireFormat.JSON).decoder();
        TextException e = assertThrows(TextException.class, () -> decoder.read(BinaryInput.of(json), null));
        assertEquals("2:13", e.line() + ":" + e.column(), e.getMessage());
        assertTrue(e.getMessage().contains("path=many[1]"), e.getMessage());
    }

    private void refused(String at, String text) {
        TextException e = assertThrows(
                TextException.class, () -> Yaml.of(wire).read(Texts.class, text, TextOptions.strict()), text);
        assertEquals(at, e.line() + ":" + e.column(), e.getMessage());
    }

    @Test
    void directivesAreAllowedOnceBeforeADocument() {
        refused("1:1", "%YAML 1.2\n");
        refused("1:1", "%YAML 1.2\none: x\n");
        refused("1:1", "%YAML 1.2\n...\none: x\n");
        refused("2:1", "%YAML 1.2\n%YAML 1.2\n---\none: x\n");
        refused("1:1", "%YAML 1.2 junk\n---\none: x\n");
        refused("1:1", "%YAML 1.\n---\none: x\n");
        refused("1:1", "%TAG ! !x\n---\none: x\n");
    }

    @Test
    void aMarkerHasNoMappingOnItsLineAndAnEndNothing() {
        refused("1:8", "--- one: x\n");
        refused("2:5", "one: x\n... y\n");
    }

    @Test
    void streamsThatYamlAllowsAreRead() {
        for (String text : List.of(
                "%YAML 1.2 # it\n--- # one\none: x\n...\n# end\n",
                "--- !Texts\none: x\n",
                "--- {one: x}\n",
                "---\none: x\n... # end\n",
                "%YAML 1.1\n# it\n---\none: x\n")) {
            assertEquals(
                    "x",
                    Yaml.of(wire).read(Texts.class, text, TextOptions.strict()).one(),
                    text);
        }
    }
}
