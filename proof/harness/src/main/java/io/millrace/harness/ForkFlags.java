package io.millrace.harness;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The sides of one fork, in their order, and the flags of its JVM.
 *
 * @param sides one side, or several whose flags agree
 * @param flags the flags of all of them, each once
 */
record ForkFlags(List<Side> sides, List<String> flags) {

    private static final String PROPERTY = "-D";

    /** Copies the lists. */
    ForkFlags {
        sides = List.copyOf(sides);
        flags = List.copyOf(flags);
    }

    /** Divides sides among forks; each comes into the first one whose flags agree with its own. */
    static List<ForkFlags> of(List<Side> sides, ForkRunner.Sharing sharing) {
        List<ForkFlags> forks = new ArrayList<>();
        for (Side side : sides) {
            int found = 0;
            while (found < forks.size()
                    && (sharing == ForkRunner.Sharing.NONE || !forks.get(found).agreesWith(side))) {
                found++;
            }
            if (found < forks.size()) {
                forks.set(found, forks.get(found).with(side));
            } else {
                forks.add(new ForkFlags(List.of(side), side.jvmFlags()));
            }
        }
        return forks;
    }

    /**
     * Returns whether no property has one value in this fork's flags and another in those of a side, and no side has
     * the same workload with other flags, since these are then what is measured.
     */
    private boolean agreesWith(Side side) {
        if (sides.stream()
                .anyMatch(each -> each.workload().equals(side.workload())
                        && !each.jvmFlags().equals(side.jvmFlags()))) {
            return false;
        }
        Map<String, String> properties = properties(flags);
        return properties(side.jvmFlags()).entrySet().stream()
                .allMatch(one -> one.getValue().equals(properties.getOrDefault(one.getKey(), one.getValue())));
    }

    private ForkFlags with(Side side) {
        Set<String> all = new LinkedHashSet<>(flags);
        all.addAll(side.jvmFlags());
        return new ForkFlags(Stream.concat(sides.stream(), Stream.of(side)).toList(), List.copyOf(all));
    }

    private static Map<String, String> properties(List<String> flags) {
        Map<String, String> properties = new HashMap<>();
        for (String flag : flags) {
            if (flag.startsWith(PROPERTY)) {
                String[] parts = flag.split("=", 2);
                properties.put(parts[0], parts[parts.length - 1]);
            }
        }
        return properties;
    }
}
