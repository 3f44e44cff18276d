package io.millrace.net;

import io.millrace.replication.MemberState;
import io.millrace.replication.MemberStore;

/** The state of a member in memory. */
final class MemoryStore implements MemberStore {

    private MemberState state;

    MemoryStore(long copyId) {
        state = MemberState.fresh(copyId);
    }

    @Override
    public MemberState read() {
        return state;
    }

    @Override
    public void write(MemberState next) {
        state = next;
    }
}
