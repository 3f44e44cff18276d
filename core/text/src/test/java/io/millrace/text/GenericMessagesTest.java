package io.millrace.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.wire.BinaryCodec;
import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.MethodWriter;
import io.millrace.wire.RecordingSink;
import io.millrace.wire.TextOptions;
import io.millrace.wire.Wire;
import io.millrace.wire.WireTypeException;
import io.millrace.wire.WireTypes;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Records and classes with type parameters, used with arguments. */
class GenericMessagesTest {
    private final Wire wire = Wire.of(WireTypes.none());

    record Order(String symbol, long quantity) {}

    record Page<T>(int number, List<T> items, T first, Optional<T> last) {}

    record Pair<A, B>(A left, B right) {}

    record Uses(Page<Order> orders, Page<String> names, Pair<Page<Instant>, Pair<Integer, Order>> nested) {}

    static class Box<T> {
        T value;
        List<T> history;
    }

    static final class Boxes {
        Box<byte[]> bytes;
        Box<Order> order;
    }

    static final class TextBox extends Box<CharacterCount> {
        int size;
    }

    record CharacterCount(String text) {}

    sealed interface Result<T> {
        /** Its parameter has another name and position than that of the union type. */
        record Found<X, R>(R value, Optional<X> none) implements Result<R> {}

        record Failed<R>(String why) implements Result<R> {}
    }

    record Answers(Result<Order> order, Result<Long> count) {}

    record Chain<T>(T value, Chain<T> next) {}

    record Chains(Chain<String> names) {}

    record Growing<T>(T value, Growing<List<T>> inner) {}

    record Grows(Growing<String> root) {}

    interface Pages {
        void page(Page<Order> page);
    }

    @Test
    void everyUseHasItsOwnTypes() {
        Order order = new Order("A", 1);
        Uses uses = new Uses(
                new Page<>(1, List.of(order), order, Optional.empty()),
                new Page<>(2, List.of("x", "y"), null, Optional.of("z")),
                new Pair<>(new Page<>(3, List.of(Instant.EPOCH), null, Optional.empty()), new Pair<>(7, order)));
        assertEquals(uses, binary(uses));
        String text = Yaml.of(wire).write(uses);
        assertEquals(uses, Yaml.of(wire).read(Uses.class, text, TextOptions.strict()), text);
    }

    @Test
    void theFieldsOfMutableGenericClassesAreUsedAgain() {
        Boxes boxes = new Boxes();
        boxes.bytes = new Box<>();
        boxes.bytes.value = new byte[] {1, 2, 3};
        boxes.order = new Box<>();
        boxes.order.value = new Order("B", 2);
        boxes.order.history = List.of(boxes.order.value);
        Boxes read = binary(boxes);
        assertNotSame(boxes, read);
        byte[] kept = read.bytes.value;
        assertEquals(3, kept[2]);
        assertEquals(new Order("B", 2), read.order.value);
        BinaryCodec<Boxes> codec = wire.codec(Boxes.class);
        Boxes again = codec.decoder().read(BinaryInput.of(bytes(codec, boxes)), read);
        assertSame(read, again);
        assertSame(kept, again.bytes.value);
    }

    @Test
    void aSubclassSaysWhatItsSuperclassHolds() {
        TextBox box = new TextBox();
        box.value = new CharacterCount("abc");
        box.size = 3;
        TextBox read = binary(box);
        assertEquals("abc", read.value.text());
        assertEquals(3, read.size);
    }

    @Test
    void membersOfAGenericUnionTypeTakeItsArguments() {
        Answers answers = new Answers(
                new Result.Found<Object, Order>(new Order("C", 3), Optional.empty()), new Result.Failed<>("absent"));
        Wire withObjects = Wire.of(WireTypes.none().allow(Order.class));
        BinaryCodec<Answers> codec = withObjects.codec(Answers.class);
        assertEquals(answers, codec.decoder().read(BinaryInput.of(bytes(codec, answers))));
        String text = Yaml.of(withObjects).write(answers);
        assertTrue(text.contains("order: !Found\n  value:\n    symbol: C"), text);
        assertEquals(answers, Yaml.of(withObjects).read(Answers.class, text, TextOptions.strict()));
    }

    @Test
    void aGenericMessageMayContainItself() {
        Chains chains = new Chains(new Chain<>("a", new Chain<>("b", null)));
        assertEquals(chains, binary(chains));
    }

    @Test
    void argumentsThatGrowForEverAreRefused() {
        WireTypeException e = assertThrows(WireTypeException.class, () -> wire.codec(Grows.class));
        assertTrue(e.getMessage().contains("a type nests too deeply"), e.getMessage());
        assertTrue(e.getMessage().contains("Growing.inner"), e.getMessage());
    }

    @Test
    void aParameterMayBeGeneric() {
        RecordingSink sink = new RecordingSink();
        MethodWriter writer = wire.methodWriter(sink, Pages.class);
        Page<Order> page = new Page<>(1, List.of(new Order("D", 4)), null, Optional.empty());
        writer.as(Pages.class).page(page);
        StringBuilder seen = new StringBuilder();
        wire.callDecoder(writer.calls().getFirst(), Pages.class)
                .orElseThrow()
                .call(BinaryInput.of(sink.bytes.getFirst()), (Pages) read -> seen.append(read.equals(page)));
        assertEquals("true", seen.toString());
    }

    record Twice(Optional<OptionalLong> value) {}

    @Test
    void anOptionalWithinAnOptionalIsRefused() {
        WireTypeException e = assertThrows(WireTypeException.class, () -> wire.codec(Twice.class));
        assertTrue(e.getMessage().contains("in=io.millrace.text.GenericMessagesTest$Twice.value"), e.getMessage());
    }

    record Keys(Map<Instant, Integer> byTime, Map<Double, String> byNumber, Map<Character, Boolean> byLetter) {}

    @Test
    void mapsHaveKeysOfAnyScalar() {
        Keys keys = new Keys(Map.of(Instant.EPOCH, 1), Map.of(-0.0, "zero", Double.NaN, "none"), Map.of('x', true));
        assertEquals(keys, binary(keys));
        assertEquals(keys, Yaml.of(wire).read(Keys.class, Yaml.of(wire).write(keys), TextOptions.strict()));
    }

    private <T> T binary(T message) {
        @SuppressWarnings("unchecked") // the class of a T
        BinaryCodec<T> codec = wire.codec((Class<T>) message.getClass());
        return codec.decoder().read(BinaryInput.of(bytes(codec, message)));
    }

    private static <T> byte[] bytes(BinaryCodec<T> codec, T message) {
        BinaryOutput out = BinaryOutput.allocate(64);
        codec.write(out, message);
        return out.toByteArray();
    }
}
