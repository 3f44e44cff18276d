package io.millrace.interaction;

import io.millrace.channel.Source;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/** A client with a name, and its newest changes by their numbers. For the holder of the lock of its numbers. */
final class NumberedClient {

    private static final int MAX_CHANGES = 1_024;

    final String name;

    /** The source of its changes in the history of input calls. */
    final Source source;

    /** The newest changes; empty for one that was made, and whose answer is no longer known. */
    private final TreeMap<Long, Optional<NumberedChange>> changes = new TreeMap<>();

    /** Of changes up to this number it is not known whether they were made. */
    private long floor;

    NumberedClient(String name, long floor) {
        this.name = name;
        this.floor = floor;
        this.source = Source.external(ChangeNumbers.PREFIX + name);
    }

    /** Returns the change of a number that was used, or empty for a number that is new. */
    Optional<NumberedChange> find(long number, String method) {
        Optional<NumberedChange> known = changes.get(number);
        if (known == null) {
            requireNew(number);
            return Optional.empty();
        }
        NumberedChange change = known.orElseThrow(() -> NumberedChange.notKnown(number));
        change.called(method);
        if (!change.method().equals(method)) {
            throw new InteractionException("the number of a change belongs to another call change=" + number
                    + " method=" + method + " expected=" + change.method());
        }
        return known;
    }

    private void requireNew(long number) {
        if (number <= floor) {
            throw new InteractionException(
                    "it is not known whether the change was carried out, since it is too old change=" + number
                            + " known=" + (floor + 1));
        }
        if (!changes.isEmpty() && number < changes.lastKey()) {
            throw new InteractionException("the change was not carried out, and a later one was change=" + number
                    + " last=" + changes.lastKey());
        }
    }

    void add(NumberedChange change) {
        put(change.number, Optional.of(change));
    }

    /**
     * Notes that a change is in the channel.
     *
     * @param taken returns its input call; null where its answer cannot be known
     * @return the change where it was not known and its answer can be
     */
    Optional<NumberedChange> addKept(long number, Supplier<TakenInput> taken) {
        if (number <= floor || changes.containsKey(number)) {
            return Optional.empty();
        }
        Optional<NumberedChange> found =
                Optional.ofNullable(taken).map(input -> new NumberedChange(this, number, "", input.get()));
        put(number, found);
        return found;
    }

    private void put(long number, Optional<NumberedChange> change) {
        changes.put(number, change);
        if (changes.size() > MAX_CHANGES) {
            floor = changes.pollFirstEntry().getKey();
        }
    }

    /** Forgets the answer of a change, but not that it was made. */
    void forgetAnswer(long number) {
        changes.computeIfPresent(
                number, (_, change) -> change.filter(NumberedChange::hasFailed).map(this::withoutReason));
    }

    private NumberedChange withoutReason(NumberedChange failed) {
        NumberedChange change = new NumberedChange(this, failed.number, failed.method());
        change.begin();
        change.fail(new InteractionException("the change has failed before, and the reason is no longer known"));
        return change;
    }
}
