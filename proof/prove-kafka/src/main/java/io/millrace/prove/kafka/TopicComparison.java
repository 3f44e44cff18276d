package io.millrace.prove.kafka;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Compares what a topic has with what it must have: each record once, none missing, in order. */
final class TopicComparison {
    private TopicComparison() {}

    /**
     * Checks all partitions.
     *
     * @throws KafkaProofException at the first record that differs, with what is wrong about it
     */
    static void check(String topic, List<List<String>> expected, List<List<String>> actual) {
        for (int partition = 0; partition < expected.size(); partition++) {
            checkPartition(topic + " partition=" + partition, expected.get(partition), actual.get(partition));
        }
    }

    private static void checkPartition(String where, List<String> expected, List<String> actual) {
        for (int at = 0; at < actual.size(); at++) {
            if (at < expected.size() && actual.get(at).equals(expected.get(at))) {
                continue;
            }
            Set<String> before = new HashSet<>(actual.subList(0, at));
            String kind = before.contains(actual.get(at))
                    ? "a record is in a topic twice"
                    : at < expected.size() && !actual.contains(expected.get(at))
                            ? "a record is missing in a topic"
                            : "a record is wrong or not in order in a topic";
            throw new KafkaProofException(kind + " topic=" + where + " position=" + at + " expected="
                    + (at < expected.size() ? expected.get(at) : "none") + " actual=" + actual.get(at));
        }
        if (actual.size() < expected.size()) {
            throw new KafkaProofException("records are missing at the end of a topic topic=" + where + " expected="
                    + expected.size() + " actual=" + actual.size());
        }
    }
}
