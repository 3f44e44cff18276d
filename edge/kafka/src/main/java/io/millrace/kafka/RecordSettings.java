package io.millrace.kafka;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * How a gateway makes records of calls.
 *
 * @param topic the topic of methods that have none of their own
 * @param topics the topics of methods by their names
 * @param key the path of the field that is the key
 * @param partition the path of the field that is the number of the partition, or that number
 * @param time the path of the field that is the time stamp
 * @param headers the texts of headers by name, in order; {@code {path}} stands for a field
 * @param tombstones the methods whose records have no value
 * @param format how values are written
 * @param encoder the class of a {@link RecordEncoder}, in place of a format
 */
record RecordSettings(
        Optional<String> topic,
        Map<String, String> topics,
        Optional<String> key,
        Optional<String> partition,
        Optional<String> time,
        Map<String, String> headers,
        Set<String> tombstones,
        RecordFormat format,
        Optional<Class<?>> encoder) {
    /** No field has such a name. */
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,9}");

    /** Returns the partition of all records, where the setting is a number. */
    Optional<Integer> fixedPartition() {
        return partition.filter(text -> NUMBER.matcher(text).matches()).map(Integer::valueOf);
    }

    /** Reads settings of the form {@code name=value} in their order. */
    static Map<String, String> pairs(String setting, List<String> texts) {
        Map<String, String> pairs = new LinkedHashMap<>();
        for (String text : texts) {
            int equals = text.indexOf('=');
            if (equals < 1 || pairs.put(text.substring(0, equals), text.substring(equals + 1)) != null) {
                throw new KafkaServiceException("a setting has items of the form name=value, each name once setting="
                        + setting + " item=" + text);
            }
        }
        return pairs;
    }
}
