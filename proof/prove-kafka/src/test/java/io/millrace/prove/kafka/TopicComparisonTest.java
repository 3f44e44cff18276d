package io.millrace.prove.kafka;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class TopicComparisonTest {
    private static final List<List<String>> EXPECTED = List.of(List.of("a", "b", "c"), List.of("d"));

    private static void assertWrong(String reason, List<String> first, List<String> second) {
        KafkaProofException error = assertThrows(
                KafkaProofException.class, () -> TopicComparison.check("totals", EXPECTED, List.of(first, second)));
        assertTrue(error.getMessage().contains(reason), error.getMessage());
    }

    @Test
    void whatIsEqualIsRight() {
        TopicComparison.check("totals", EXPECTED, EXPECTED);
    }

    @Test
    void whatDiffersIsNamed() {
        assertWrong("twice", List.of("a", "b", "a", "c"), List.of("d"));
        assertWrong("missing in a topic", List.of("a", "c"), List.of("d"));
        assertWrong("not in order", List.of("b", "a", "c"), List.of("d"));
        assertWrong("at the end", List.of("a", "b", "c"), List.of());
        assertWrong("wrong", List.of("a", "b", "c", "x"), List.of("d"));
        assertWrong("partition=1", List.of("a", "b", "c"), List.of("d", "d"));
    }
}
