package io.millrace.prove;

import io.millrace.journal.Index;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalException;
import io.millrace.journal.JournalInfo;
import java.util.List;
import java.util.TreeSet;

/**
 * Named positions, which a writer creates one after the other. The one that a writer was creating when it was killed
 * exists or not; if not, its slot is reusable.
 */
final class PositionSlots {

    /** About how often a writer creates another one. */
    static final int MESSAGES = 300;

    private static final int LIMIT = 256;

    private PositionSlots() {}

    static String name(int writer, long number) {
        return "reader-" + writer + "-" + number;
    }

    /**
     * Checks the positions of all writers.
     *
     * @param known what each writer knew
     * @param readings all messages, in order
     * @throws ProofException if one is missing, or another is there, or the first of a writer is where it never was, or
     *     a slot is lost
     */
    static void check(Journal journal, List<CrashProof.Known> known, List<ReadMessage> readings) {
        List<JournalInfo.Position> positions = journal.info().positions();
        TreeSet<String> names = new TreeSet<>();
        positions.forEach(position -> names.add(position.name()));
        TreeSet<String> possible = new TreeSet<>();
        for (int writer = 0; writer < known.size(); writer++) {
            long made = known.get(writer).positions();
            for (long number = 0; number <= made; number++) {
                possible.add(name(writer, number));
                if (number < made && !names.contains(name(writer, number))) {
                    throw new ProofException(
                            "a named position is lost name=" + name(writer, number) + " names=" + names);
                }
            }
        }
        if (names.size() != positions.size() || !possible.containsAll(names)) {
            throw new ProofException("a named position is duplicate or was never created names=" + names + " positions="
                    + positions.size() + " possible=" + possible);
        }
        for (int writer = 0; writer < known.size(); writer++) {
            if (names.contains(name(writer, 0))) {
                wasSet(journal, writer, readings);
            }
        }
        fill(journal, LIMIT - names.size());
    }

    private static void wasSet(Journal journal, int writer, List<ReadMessage> readings) {
        long index = journal.position(name(writer, 0)).get();
        boolean wasSet = index == Index.NONE
                || readings.stream().anyMatch(reading -> reading.index() == index && reading.writer() == writer);
        if (!wasSet) {
            throw new ProofException("a named position has a value that no process set index=" + Index.toText(index));
        }
    }

    private static void fill(Journal journal, int free) {
        for (int i = 0; i < free; i++) {
            try {
                journal.position("after-" + i);
            } catch (JournalException e) {
                throw new ProofException("a slot of a named position is lost free=" + free + " made=" + i, e);
            }
        }
    }
}
