package io.millrace.lincheck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

class SpecificationTest {

    @Test
    void aStateIsTheSameWhateverLedToIt() {
        for (List<? extends UnboundedSpecification> two : List.of(
                List.of(new UnboundedSpecification(), new UnboundedSpecification()),
                List.of(new BoundedSpecification(), new BoundedSpecification()))) {
            assertEquals(2, two.get(0).fill(1, 2));
            assertNotEquals(two.get(1), two.get(0));
            two.get(1).offer(1);
            assertNotEquals(two.get(1), two.get(0));
            two.get(1).offer(2);
            assertEquals(two.get(1), two.get(0));
            assertEquals(two.get(1).hashCode(), two.get(0).hashCode());
            assertEquals(List.of(1, 2), two.get(0).drain(3));
            assertNotEquals(two.get(1), two.get(0));
        }
    }

    @Test
    void anElementThatCannotComeOutNextCannotGoInNext() {
        UnboundedSpecification.foresee(List.of(1, 2));
        try {
            UnboundedSpecification queue = new UnboundedSpecification();
            assertThrows(RuntimeException.class, () -> queue.offer(2));
            assertEquals(2, queue.fill(1, 2));
            assertEquals(2, queue.fill(7, 2));
            assertEquals(List.of(1, 2, 7, 8), queue.drain(5));
        } finally {
            UnboundedSpecification.foresee(List.of());
        }
    }
}
