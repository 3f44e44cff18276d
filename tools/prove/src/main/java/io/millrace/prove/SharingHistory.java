package io.millrace.prove;

import io.millrace.prove.SharingOperations.Change;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What the log of a map with several writers says: the condition of each change holds where it is, those of a
 * writer come in their order and once, and the outcomes that writers were told are those of the log. Used by one
 * thread.
 */
final class SharingHistory {

    private final SharingOperations operations;
    private final Map<String, String> state = new HashMap<>();
    private final List<BitSet> made = new ArrayList<>();
    private final List<Map<Long, Long>> computed = new ArrayList<>();
    private final long[] last;

    /** Up to which number the outcomes of each writer are checked. */
    private final long[] checked;

    private long removals;
    private long removalsTold;
    private long removalsUnknown;
    private long changes;

    SharingHistory(SharingOperations operations, int writers) {
        this.operations = operations;
        this.last = new long[writers];
        this.checked = new long[writers];
        for (int writer = 0; writer < writers; writer++) {
            last[writer] = -1;
            made.add(new BitSet());
            computed.add(new HashMap<>());
        }
    }

    Map<String, String> state() {
        return state;
    }

    /** Returns how many changes the log has, a batch as one. */
    long changes() {
        return changes;
    }

    /** Accepts a change, or all changes of a batch. */
    void accept(List<Change> together) {
        changes++;
        String value = together.stream()
                .map(Change::value)
                .filter(each -> each != null)
                .findFirst()
                .orElse(null);
        if (value == null) {
            removal(together);
        } else {
            String tag = SharingOperations.tagOf(value);
            int colon = tag.indexOf(':');
            put(Integer.parseInt(tag.substring(0, colon)), Long.parseLong(tag.substring(colon + 1)), together);
        }
        for (Change change : together) {
            if (change.value() == null) {
                state.remove(change.key());
            } else {
                state.put(change.key(), change.value());
            }
        }
    }

    private void removal(List<Change> together) {
        require(together.size() == 1, "a batch has lost its puts", together);
        require(state.containsKey(together.getFirst().key()), "a key is removed that has no value", together);
        removals++;
    }

    private void put(int writer, long number, List<Change> together) {
        require(number > last[writer], "a change comes again, or after a later one of its writer", together);
        last[writer] = number;
        made.get(writer).set((int) number);
        SharingOperations.Kind kind = operations.kind(writer, number);
        if (kind == SharingOperations.Kind.BATCH) {
            require(together.equals(operations.batch(writer, number)), "a batch is not whole", together);
            return;
        }
        require(together.size() == 1, "a change is part of a batch that it does not belong to", together);
        Change change = together.getFirst();
        require(change.key().equals(operations.key(writer, number)), "a change has another key", together);
        String old = state.get(change.key());
        switch (kind) {
            case PUT_IF_ABSENT -> require(old == null, "a key was put that was not absent", together);
            case REPLACE -> require(old != null, "a value was replaced that was not there", together);
            case COMPUTE -> {
                String found = SharingOperations.foundBy(change.value());
                require(
                        found.equals(SharingOperations.tagOf(old)),
                        "a value was made of another one than that before it present=" + SharingOperations.tagOf(old),
                        together);
                computed.get(writer).put(number, SharingOperations.outcome(found));
            }
            default -> require(kind == SharingOperations.Kind.PUT, "a removal has put something", together);
        }
    }

    private static void require(boolean holds, String what, List<Change> together) {
        if (!holds) {
            String text = together.toString();
            throw new ProofException("the log of several writers is wrong: " + what + " changes="
                    + text.substring(0, Math.min(400, text.length())));
        }
    }

    /** The outcomes that a writer has noted. */
    interface Outcomes {
        long of(long number);
    }

    /** Checks the outcomes of the changes of a writer that had returned before the log was read to its end. */
    void check(int writer, long returned, Outcomes outcomes) {
        for (long number = checked[writer]; number < returned; number++) {
            check(writer, number, outcomes.of(number));
        }
        checked[writer] = Math.max(checked[writer], returned);
    }

    private void check(int writer, long number, long outcome) {
        boolean isMade = made.get(writer).get((int) number);
        boolean isRight = switch (operations.kind(writer, number)) {
            case REMOVE -> {
                removalsTold += outcome == SharingOperations.YES ? 1 : 0;
                removalsUnknown += outcome == SharingOperations.UNKNOWN ? 1 : 0;
                yield !isMade;
            }
            case COMPUTE ->
                outcome == SharingOperations.UNKNOWN
                        || Long.valueOf(outcome).equals(computed.get(writer).get(number));
            default -> outcome == SharingOperations.UNKNOWN || isMade == (outcome == SharingOperations.YES);
        };
        if (!isRight) {
            throw new ProofException("a writer was told another outcome than the log has writer=" + writer + " number="
                    + number + " kind=" + operations.kind(writer, number) + " outcome=" + outcome + " made=" + isMade);
        }
    }

    /** Checks the removals, which have no tags, when all is read. */
    void checkRemovals() {
        if (removals < removalsTold || removals > removalsTold + removalsUnknown) {
            throw new ProofException("writers were told another number of removals than the log has log=" + removals
                    + " told=" + removalsTold + " unknown=" + removalsUnknown);
        }
    }
}
