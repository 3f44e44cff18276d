package io.millrace.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class QueueCaseTest {

    @Test
    void moreThanEightProducersNeedAProcessorEachAndOneForTheConsumer() {
        assertEquals(List.of(2, 4, 8), QueueCase.producers(2));
        assertEquals(List.of(2, 4, 8), QueueCase.producers(16));
        assertEquals(List.of(2, 4, 8, 16), QueueCase.producers(17));
        assertEquals(List.of(2, 4, 8, 16, 32, 63), QueueCase.producers(64));
    }
}
