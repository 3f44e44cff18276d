package io.millrace.transactions;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A flight recorder event: a pass of recovery over all resources. */
@Name("io.millrace.transactions.Recovery")
@Label("Transaction Recovery")
@Description("A pass of recovery over all resources")
@Category({"Millrace", "Transactions"})
@StackTrace(false)
final class RecoveryEvent extends Event {

    @Label("Committed Branches")
    int committed;

    @Label("Rolled Back Branches")
    int rolledBack;

    @Label("Waiting Branches")
    int waiting;

    @Label("Pending Decisions")
    int pending;

    @Label("Unreachable Resources")
    int unreachable;

    static RecoveryEvent started() {
        RecoveryEvent event = new RecoveryEvent();
        event.begin();
        return event;
    }

    void ended(RecoveryReport report) {
        end();
        if (shouldCommit()) {
            committed = report.committed();
            rolledBack = report.rolledBack();
            waiting = report.waiting();
            pending = report.pending().size();
            unreachable = report.unreachable().size();
            commit();
        }
    }
}
