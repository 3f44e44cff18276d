package io.millrace.journal;

import java.util.Objects;

/**
 * How many copies a source asks for before a message is acknowledged.
 *
 * @param count number of copies beside the source, 1 to {@link Epoch#MAX_LEADER}
 * @param level the durability that a message must have in each of them, and in the source
 * @param missing what happens while fewer copies are connected
 */
public record Replicas(int count, Durability level, MissingReplicas missing) {

    /** Checks the components. */
    public Replicas {
        Objects.requireNonNull(level, "level");
        Objects.requireNonNull(missing, "missing");
        if (count < 1 || count > Epoch.MAX_LEADER) {
            throw new JournalException("number of replicas must be 1 to " + Epoch.MAX_LEADER + " count=" + count);
        }
    }

    /** Returns that this number of copies must have a message in their mapped memory, and that appends fail without. */
    public static Replicas of(int count) {
        return new Replicas(count, Durability.MAPPED, new MissingReplicas.Fail());
    }

    /** Returns the same with another durability. */
    public Replicas withLevel(Durability value) {
        return new Replicas(count, value, missing);
    }

    /** Returns the same with another treatment of missing copies. */
    public Replicas withMissing(MissingReplicas value) {
        return new Replicas(count, level, value);
    }
}
