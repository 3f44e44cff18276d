package io.millrace.topology;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.function.Predicate;

/**
 * The section {@code summary} of a topology.
 *
 * @param counts what is counted at the end of a run, by the name of the count
 */
public record SummarySpec(SequencedMap<String, CountSpec> counts) {

    /** Takes a copy. */
    public SummarySpec {
        counts = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(counts));
    }

    /** Returns a summary with no counts. */
    public static SummarySpec empty() {
        return new SummarySpec(new LinkedHashMap<>());
    }

    /**
     * Returns this summary with one more count.
     *
     * @param name its name; a dot makes it a member of an object in JSON
     * @param count what is counted
     * @return the summary
     * @throws TopologyException where the name exists
     */
    public SummarySpec with(String name, CountSpec count) {
        SequencedMap<String, CountSpec> more = new LinkedHashMap<>(counts);
        if (more.putIfAbsent(name, count) != null) {
            throw new TopologyException("the summary has a count twice summary=" + name);
        }
        return new SummarySpec(more);
    }

    /** Returns this summary with those counts alone that a condition accepts. */
    SummarySpec where(Predicate<CountSpec> condition) {
        SequencedMap<String, CountSpec> some = new LinkedHashMap<>();
        counts.forEach((name, count) -> {
            if (condition.test(count)) {
                some.put(name, count);
            }
        });
        return new SummarySpec(some);
    }
}
