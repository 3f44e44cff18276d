package io.millrace.lincheck;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Test;

/** The verifier accepts results that the contract of batches allows, and rejects others. */
class BatchVerifierTest {

    private static void search(Class<?> type) {
        ModelCheckingOptions tool = new ModelCheckingOptions().minimizeFailedScenario(false);
        new Effort(10, 100, 2, 2, 1).search(tool, type, UnboundedSpecification.class, BatchVerifier.class);
    }

    @Test
    void callsOfOthersMayComeBetweenTheElementsOfABatch() {
        assertDoesNotThrow(() -> search(OneByOne.class));
    }

    @Test
    void elementsOfADrainThatAreNotInTheirOrderAreFound() {
        assertThrows(LincheckAssertionError.class, () -> search(Reversed.class));
    }

    @Test
    void aFillThatStopsForNoReasonIsFound() {
        assertThrows(LincheckAssertionError.class, () -> search(Stopping.class));
    }

    @Test
    void aFillThatCountsWhatIsNotThereIsFound() {
        assertThrows(LincheckAssertionError.class, () -> search(Counting.class));
    }

    /** A queue with a lock for each element. */
    public static class OneByOne {
        private final ArrayDeque<Integer> elements = new ArrayDeque<>();

        @Operation
        public synchronized boolean offer(@Param(gen = IntGen.class, conf = "1:5") int element) {
            return elements.offer(element);
        }

        @Operation
        public synchronized Integer poll() {
            return elements.poll();
        }

        @Operation
        public int fill(
                @Param(gen = IntGen.class, conf = "1:5") int first,
                @Param(gen = IntGen.class, conf = "2:3") int length) {
            for (int i = 0; i < length; i++) {
                offer(first + i);
            }
            return length;
        }

        @Operation
        public List<Integer> drain(@Param(gen = IntGen.class, conf = "2:3") int length) {
            List<Integer> drained = new ArrayList<>();
            for (Integer element = poll(); element != null; element = drained.size() < length ? poll() : null) {
                drained.add(element);
            }
            return drained;
        }
    }

    /** Drains in reverse order. */
    public static final class Reversed extends OneByOne {
        @Override
        @Operation
        public List<Integer> drain(@Param(gen = IntGen.class, conf = "2:3") int length) {
            return super.drain(length).reversed();
        }
    }

    /** Stops before the last element. */
    public static final class Stopping extends OneByOne {
        @Override
        @Operation
        public int fill(
                @Param(gen = IntGen.class, conf = "1:5") int first,
                @Param(gen = IntGen.class, conf = "2:3") int length) {
            return super.fill(first, length - 1);
        }
    }

    /** Returns one more than it offered. */
    public static final class Counting extends OneByOne {
        @Override
        @Operation
        public int fill(
                @Param(gen = IntGen.class, conf = "1:5") int first,
                @Param(gen = IntGen.class, conf = "2:3") int length) {
            return super.fill(first, length - 1) + 1;
        }
    }
}
