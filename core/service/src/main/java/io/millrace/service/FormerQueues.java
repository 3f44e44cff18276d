package io.millrace.service;

import io.millrace.channel.Source;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The names that the queues of a topology had before: outputs made from a queue know it by its name alone. */
final class FormerQueues {

    static final FormerQueues NONE = new FormerQueues(Map.of());

    private final Map<String, String> presentNames;

    private FormerQueues(Map<String, String> presentNames) {
        this.presentNames = presentNames;
    }

    /** Takes the former names of each queue, by its present name. */
    static FormerQueues of(Map<String, List<String>> formerNames) {
        Map<String, String> present = new TreeMap<>();
        formerNames.forEach((name, formerly) -> formerly.forEach(former -> present.put(former, name)));
        return new FormerQueues(present);
    }

    /** Returns whether both are the same stream of messages, also under a former name. */
    boolean sameStream(Source now, Source inOutput) {
        return now.sameStream(inOutput)
                || (now.isExternal() && inOutput.isExternal() && now.name().equals(presentNames.get(inOutput.name())));
    }

    /** Returns whether an output has named a channel as a queue, under its present name or a former one. */
    boolean isNumbered(String channel, Source inOutput) {
        return inOutput.isExternal()
                && (channel.equals(inOutput.name()) || channel.equals(presentNames.get(inOutput.name())));
    }
}
