package io.millrace.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/**
 * Entries on a disk, in the order of writing. A loss of power keeps what was forced and perhaps some of what came
 * after; the last of it may be torn, which its reader sees and drops. Hosts end before and after each change.
 */
final class SimulatedDisk<T> {

    private record Entry<T>(long number, T value) {}

    private final Interruption interruption;
    private final List<Entry<T>> entries = new ArrayList<>();
    private long written;
    private long forced;

    SimulatedDisk(Interruption interruption) {
        this.interruption = interruption;
    }

    void write(T value) {
        interruption.mayCrash();
        entries.add(new Entry<>(++written, value));
        interruption.mayCrash();
    }

    /** Returns the number of the last entry, which a force that begins now covers. */
    long written() {
        return written;
    }

    /** Ends a force of the entries up to a number. */
    void force(long number) {
        interruption.mayCrash();
        forced = Math.max(forced, number);
        interruption.mayCrash();
    }

    /** Loses what a crash loses; returns how many entries. */
    int crash(CrashKind kind, RandomGenerator random) {
        int before = entries.size();
        switch (kind) {
            case KILL -> {}
            case POWER -> {
                long kept = forced + (written > forced ? random.nextLong(written - forced + 1) : 0);
                boolean isTorn = kept > forced && random.nextBoolean();
                long last = isTorn ? kept - 1 : kept;
                entries.removeIf(entry -> entry.number() > last);
                written = last;
            }
            case DISK -> {
                entries.clear();
                written = 0;
                forced = 0;
            }
        }
        return before - entries.size();
    }

    List<T> read() {
        return entries.stream().map(Entry::value).toList();
    }

    /** Removes entries that are forced and not needed any more. */
    void removeForced(Predicate<T> isGone) {
        entries.removeIf(entry -> entry.number() <= forced && isGone.test(entry.value()));
    }

    /** Returns what is forced, for {@link #restore}. */
    List<T> backup() {
        return entries.stream()
                .filter(entry -> entry.number() <= forced)
                .map(Entry::value)
                .toList();
    }

    /** Replaces all entries by those of a backup. */
    void restore(List<T> backup) {
        entries.clear();
        written = 0;
        for (T value : backup) {
            entries.add(new Entry<>(++written, value));
        }
        forced = written;
    }

    int size() {
        return entries.size();
    }
}
