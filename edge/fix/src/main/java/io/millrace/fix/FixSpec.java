package io.millrace.fix;

import io.millrace.journal.Durability;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * The section {@code fix} of a topology: sessions, whose messages become calls of one channel, and which send the
 * messages that the calls of another one say.
 *
 * @param in the channel of the calls that messages become; only this section writes it
 * @param out the channel of the calls that become messages; empty where nothing is sent
 * @param operations the channel of the orders of operators, see {@link FixOperations}; empty where they give none
 * @param messages the class of {@link FixCalls}; empty for {@link FixTextCalls}
 * @param store the directory of the engine's journal below the data directory
 * @param durability what is required of a message before it leaves
 * @param ports where it listens, by name
 * @param dictionaries the dictionaries, by name
 * @param sessions the sessions, by names for operators
 * @param limits the bounds of the engine
 * @param thread the thread of the topology that polls the engine; empty for one of its own
 * @param idle what its own thread does when there is nothing to do
 */
public record FixSpec(
        String in,
        Optional<String> out,
        Optional<String> operations,
        Optional<String> messages,
        String store,
        Durability durability,
        SequencedMap<String, FixPortSpec> ports,
        SequencedMap<String, FixDictionarySpec> dictionaries,
        SequencedMap<String, FixSessionSpec> sessions,
        FixEngineLimits limits,
        Optional<String> thread,
        String idle) {

    /** The directory of the journal of an engine that names none. */
    public static final String DEFAULT_STORE = "fix";

    /** Takes copies. */
    public FixSpec {
        ports = copy(ports);
        dictionaries = copy(dictionaries);
        sessions = copy(sessions);
    }

    private static <T> SequencedMap<String, T> copy(Map<String, T> map) {
        return Collections.unmodifiableSequencedMap(new LinkedHashMap<>(map));
    }
}
