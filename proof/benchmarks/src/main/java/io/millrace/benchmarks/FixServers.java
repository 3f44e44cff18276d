package io.millrace.benchmarks;

import io.millrace.fix.FixDictionary;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.OptionalInt;

/** What servers and clients of the FIX suite agree on. */
final class FixServers {

    static final String VERSION = "FIX.4.4";
    static final String VENUE = "VENUE";
    static final String DICTIONARY = "fix-orders.xml";

    /** What the dictionary has besides for quotes. */
    static final String TICKS = "fix-ticks.yaml";

    /** Up to so many connections a server reads in turn, which takes less than asking the system which are ready. */
    static final int MOST_READ_DIRECTLY = 8;

    static final String SHARED = "shared";

    private FixServers() {}

    /** Returns the CompID of a client, from 0. */
    static String client(int number) {
        return "C" + number;
    }

    /** Returns how many sessions a server has, its second argument. */
    static int sessions(List<String> arguments) {
        return Integer.parseInt(arguments.get(1));
    }

    /** Returns where a server connects to instead of listening, its third argument; empty for one that listens. */
    static OptionalInt connectsTo(List<String> arguments) {
        return arguments.size() > 2 && !sharesProcessors(arguments)
                ? OptionalInt.of(Integer.parseInt(arguments.get(2)))
                : OptionalInt.empty();
    }

    /** Returns whether the server leaves processors to others while it has nothing to do. */
    static boolean sharesProcessors(List<String> arguments) {
        return arguments.getLast().equals(SHARED);
    }

    /** Returns the dictionary, which is the same for all engines. */
    static FixDictionary dictionary() {
        try (InputStream in = dictionaryFile()) {
            return FixDictionary.read(in, DICTIONARY);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static InputStream dictionaryFile() {
        return FixServers.class.getResourceAsStream(DICTIONARY);
    }
}
