package io.millrace.simulation;

import io.millrace.replication.MemberState;
import io.millrace.replication.MemberStore;
import io.millrace.replication.Role;

/** The durable state of a member; a crash leaves the state before or the state after. */
final class ModelStore implements MemberStore {

    private final Interruption interruption;
    private final Host host;
    private MemberState state;

    ModelStore(Interruption interruption, Host host, long copyId) {
        this.interruption = interruption;
        this.host = host;
        state = MemberState.fresh(copyId);
    }

    @Override
    public MemberState read() {
        return state;
    }

    @Override
    public void write(MemberState next) {
        interruption.mayCrash();
        boolean leads = next.role() == Role.SOURCE && state.role() != Role.SOURCE;
        state = next;
        if (leads) {
            host.leads(this);
        }
        interruption.mayCrash();
    }
}
