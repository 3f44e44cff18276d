package io.millrace.topology;

import io.millrace.journal.Journal;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;

/** What a {@link StatusView} looks at: a run of this process, or a data directory. Any thread. */
public interface StatusSource {

    /** Returns the data directory. */
    Path dataDirectory();

    /** Returns the run; empty where the data directory is looked at alone. */
    Optional<TopologyView> run();

    /**
     * Returns the journals that are open now, by the names of their channels. Each may be closed at any time, and then
     * throws a {@link io.millrace.journal.JournalClosedException}.
     */
    SequencedMap<String, Journal> journals();

    /** Returns what the user asks for, texts by name, for views that answer questions. */
    default Map<String, String> query() {
        return Map.of();
    }
}
