package io.millrace.topology;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * A host of which several machines say that they run it, such as a host that was replaced while it was only cut off.
 * One of them at most can write, and which one is not known by what they say.
 *
 * @param host its name
 * @param machines the names of the machines, two or more
 */
public record HostConflict(String host, List<String> machines) {

    /** Takes a copy. */
    public HostConflict {
        machines = List.copyOf(machines);
    }

    /** Returns the conflicts among what machines say now, in the order of the machines. */
    public static List<HostConflict> among(Collection<HostStatus> answers) {
        SequencedMap<String, List<String>> machines = new LinkedHashMap<>();
        answers.stream()
                .filter(each -> !each.standsBy())
                .forEach(each -> machines.computeIfAbsent(each.host(), _ -> new ArrayList<>())
                        .add(each.site()));
        return machines.entrySet().stream()
                .filter(each -> each.getValue().size() > 1)
                .map(each -> new HostConflict(each.getKey(), each.getValue()))
                .toList();
    }

    /** Returns what an operator should look at, a sentence for people. */
    public String trouble() {
        return "host=" + host + " runs at " + String.join(" and at ", machines);
    }
}
