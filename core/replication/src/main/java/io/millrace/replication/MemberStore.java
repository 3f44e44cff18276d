package io.millrace.replication;

/** Where a member keeps its {@link MemberState}. */
public interface MemberStore {

    /** Returns what was written last, or what a new member begins with. */
    MemberState read();

    /** Replaces the state as a whole. It is on the storage device when this returns. */
    void write(MemberState state);
}
