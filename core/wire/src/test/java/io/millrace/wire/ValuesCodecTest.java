package io.millrace.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class ValuesCodecTest {

    record Point(int x, int y) {}

    interface Versions {
        int first(String name, int count, Point at);

        int later(Point at, String name, @Default("9") long more, @Alias("count") long number, OptionalInt none);

        List<Map<String, Point>> result(double a);
    }

    private static ValuesCodec codec(String name) {
        Method method = Arrays.stream(Versions.class.getMethods())
                .filter(each -> each.getName().equals(name))
                .findFirst()
                .orElseThrow();
        List<DeclaredValue> values = new ArrayList<>();
        Arrays.stream(method.getParameters())
                .forEach(each -> values.add(new DeclaredValue(each.getName(), each.getParameterizedType(), each)));
        return Wire.closed().values("demo.Versions", name, values);
    }

    private static BinaryInput written(ValuesCodec codec, Object... row) {
        BinaryOutput out = BinaryOutput.allocate(16);
        codec.write(out, row);
        return BinaryInput.of(out.toByteArray());
    }

    @Test
    void aRowComesBack() {
        ValuesCodec codec = codec("first");
        Object[] row = {"a", 7, new Point(1, 2)};
        assertArrayEquals(row, codec.decoder().read(written(codec, row)));
        assertArrayEquals(new Object[] {null, 7, null}, codec.decoder().read(written(codec, null, 7, null)));
    }

    @Test
    void oneValueIsWrittenAndReadAlone() {
        ValuesCodec codec = codec("first");
        BinaryOutput out = BinaryOutput.allocate(16);
        codec.writeOne(out, 0, "a");
        codec.writeOne(out, 1, 7);
        codec.writeOne(out, 2, new Point(1, 2));
        byte[] bytes = out.toByteArray();
        assertArrayEquals(
                new Object[] {"a", 7, new Point(1, 2)}, codec.decoder().read(BinaryInput.of(bytes)));
        BinaryInput in = BinaryInput.of(bytes);
        assertEquals("a", codec.decoder().readOne(in, 0, null));
        assertEquals(7, codec.decoder().readOne(in, 1, null));
        assertEquals(new Point(1, 2), codec.decoder().readOne(in, 2, null));
        WireException e = assertThrows(WireException.class, () -> codec.writeOne(out, 2, "no point"));
        assertTrue(e.getMessage().contains("field=at"), e.getMessage());
    }

    @Test
    void anotherVersionOfAMethodReadsByNamesAndAliasesAndDefaults() {
        ValuesCodec first = codec("first");
        ValuesCodec later = codec("later");
        Object[] read = later.decoder(first.schema()).read(written(first, "a", 7, new Point(1, 2)));
        assertArrayEquals(new Object[] {new Point(1, 2), "a", 9L, 7L, OptionalInt.empty()}, read);
        Object[] back =
                first.decoder(later.schema()).read(written(later, new Point(3, 4), "b", 1L, 2L, OptionalInt.of(5)));
        assertArrayEquals(new Object[] {"b", 0, new Point(3, 4)}, back, "a reader does not know later names");
    }

    @Test
    void aResultMayHaveAnyTypeOfAMessage() throws NoSuchMethodException {
        Method method = Versions.class.getMethod("result", double.class);
        ValuesCodec codec = Wire.closed()
                .values(
                        "demo.Versions",
                        "result",
                        List.of(new DeclaredValue("result", method.getGenericReturnType(), method)));
        Object value = List.of(Map.of("p", new Point(1, 2)));
        assertEquals(value, codec.decoder().read(written(codec, value))[0]);
    }

    @Test
    void anErrorNamesTheMethodAndTheValue() {
        ValuesCodec codec = codec("first");
        String wrong = assertThrows(WireException.class, () -> codec.write(BinaryOutput.allocate(16), "a", "b", null))
                .getMessage();
        assertTrue(wrong.contains("demo.Versions.first") && wrong.contains("count"), wrong);
        assertThrows(WireException.class, () -> codec.decoder().read(BinaryInput.of(new byte[] {1, 2, 3})));
        DeclaredValue thread = new DeclaredValue("thread", Thread.class, Thread.class);
        String type = assertThrows(WireTypeException.class, () -> Wire.closed().values("demo.A", "b", List.of(thread)))
                .getMessage();
        assertTrue(type.endsWith("type=java.lang.Thread in=demo.A.b(thread)"), type);
    }
}
