package io.millrace.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FieldReaderTest {
    record Customer(String name, long number) {}

    record Order(List<String> tags, Customer customer, Messages.Colour colour, Messages.Shape shape) {}

    interface Orders {
        void order(Order order);

        void pair(String left, Order right);
    }

    private final List<Optional<String>> found = new ArrayList<>();

    /** Returns the values of the path in consecutive calls with this order. */
    private List<Optional<String>> read(String path, Order... orders) {
        found.clear();
        BinaryOutput out = BinaryOutput.allocate(64);
        MethodWriter[] writer = new MethodWriter[1];
        writer[0] = Wire.of(WireTypes.none())
                .methodWriter(
                        new CallSink() {
                            @Override
                            public BinaryOutput begin(int method) {
                                out.reset();
                                return out;
                            }

                            @Override
                            public void end(int method) {
                                MemorySegment bytes = MemorySegment.ofArray(out.toByteArray());
                                found.add(FieldReader.of(writer[0].calls().get(method), path)
                                        .flatMap(reader -> reader.read(bytes, 0, (int) bytes.byteSize())));
                            }

                            @Override
                            public void abort(int method, Throwable error) {
                                throw new AssertionError(error);
                            }
                        },
                        Orders.class);
        Orders calls = writer[0].as(Orders.class);
        for (Order order : orders) {
            calls.order(order);
            calls.pair("left", order);
        }
        return found;
    }

    private static List<Optional<String>> texts(String... expected) {
        return Arrays.stream(expected).map(Optional::ofNullable).toList();
    }

    @Test
    void aPathLeadsThroughParametersMessagesAndFamilies() {
        Order order =
                new Order(List.of("a", "b"), new Customer("Ann", -7), Messages.Colour.GREEN, new Messages.Circle(2));
        assertEquals(texts("Ann", null), read("customer.name", order));
        assertEquals(texts("-7", null), read("order.customer.number", order));
        assertEquals(texts(null, "Ann"), read("right.customer.name", order));
        assertEquals(texts(null, "left"), read("left", order));
        assertEquals(texts("GREEN", null), read("colour", order));
        assertEquals(texts("2.0", null), read("shape.radius", order));
    }

    @Test
    void whatIsNotThereIsEmpty() {
        Order bare = new Order(null, null, null, null);
        for (String path : List.of("customer.name", "colour", "shape.radius", "customer", "tags", "nothing", "", ".")) {
            assertEquals(texts(null, null), read(path, bare), path);
            assertEquals(texts(null, null), read("order." + path, (Order) null), path);
        }
    }
}
