package io.millrace.fuzz;

import io.millrace.text.YamlText;
import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.Schema;
import io.millrace.wire.TextOptions;
import io.millrace.wire.Wire;
import io.millrace.wire.WireException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The input is a schema with its length, and a message of it. Schemas are read strictly, and messages of any schema can
 * be converted to text.
 */
final class SchemaTarget implements Target {
    private final Guard guard = new Guard(4 << 20, 8_192);

    @Override
    public void accept(byte[] input) {
        int end = 2 + Bytes.counted(input, input.length - 2);
        if (end < 2) {
            return;
        }
        byte[] bytes = Arrays.copyOfRange(input, 2, end);
        Schema schema = guard.read(bytes.length, () -> Schema.decode(MemorySegment.ofArray(bytes), 0, bytes.length));
        if (schema == null) {
            return;
        }
        Guard.check(Arrays.equals(bytes, schema.encode()), "a schema has two encodings");
        byte[] message = Arrays.copyOfRange(input, end, input.length);
        String text = guard.read(input.length, () -> text(schema, message));
        if (text != null) {
            again(schema, text);
        }
    }

    private static String text(Schema schema, byte[] message) {
        StringBuilder text = new StringBuilder();
        YamlText.of(schema).write(BinaryInput.of(message), text);
        return text.toString();
    }

    private static void again(Schema schema, String text) {
        BinaryOutput out = BinaryOutput.allocate(64);
        try {
            YamlText.of(schema).read(text, TextOptions.strict(), out);
        } catch (WireException e) {
            throw new AssertionError("a text that was written cannot be read text=" + text, e);
        }
        Guard.check(text.equals(text(schema, out.toByteArray())), "a text differs after it was read text=" + text);
    }

    @Override
    public List<byte[]> seeds() {
        Wire wire = Samples.wire();
        List<byte[]> seeds = new ArrayList<>();
        List<Class<?>> types = Samples.types();
        for (int i = 0; i < types.size(); i++) {
            seeds.add(seed(wire, types.get(i), Samples.messages().get(i)));
        }
        return seeds;
    }

    static <T> byte[] seed(Wire wire, Class<T> type, Object message) {
        byte[] bytes = BinaryTarget.write(wire.codec(type), type.cast(message));
        return Bytes.join(Bytes.counted(wire.schema(type).encode()), bytes);
    }
}
