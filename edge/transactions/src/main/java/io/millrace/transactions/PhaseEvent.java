package io.millrace.transactions;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A flight recorder event: a part of the end of a transaction. */
@Name("io.millrace.transactions.Phase")
@Label("Transaction Phase")
@Description("A part of the end of a transaction: votes, decision, commit or rollback")
@Category({"Millrace", "Transactions"})
@StackTrace(false)
final class PhaseEvent extends Event {

    @Label("Transaction")
    String transaction;

    @Label("Phase")
    String phase;

    /** Returns an event that has begun, or null if such events are not recorded. */
    static PhaseEvent started() {
        PhaseEvent event = new PhaseEvent();
        if (!event.isEnabled()) {
            return null;
        }
        event.begin();
        return event;
    }

    void ended(GlobalId id, Phase which) {
        end();
        if (shouldCommit()) {
            transaction = id.toString();
            phase = which.name();
            commit();
        }
    }
}
