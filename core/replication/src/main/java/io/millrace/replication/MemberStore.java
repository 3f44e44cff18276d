package io.millrace.replication;

/** Where a member keeps its {@link MemberState}. */
public interface MemberStore {

    /** Returns what was written last, or what a new member begins with. */
    MemberState read();

    /**
     * Returns whether what is read was copied to where it is, such as from a backup: the journal beside it may be older
     * than what this member has acknowledged. It stays so until the next write.
     */
    default boolean isRestored() {
        return false;
    }

    /** Replaces the state as a whole. It is on the storage device when this returns. */
    void write(MemberState state);
}
