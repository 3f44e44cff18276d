package io.millrace.transactions;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A flight recorder event: a transaction from its begin to its end. */
@Name("io.millrace.transactions.Transaction")
@Label("Transaction")
@Description("A transaction from its begin to its end")
@Category({"Millrace", "Transactions"})
@StackTrace(false)
final class TransactionEvent extends Event {

    @Label("Transaction")
    String transaction;

    @Label("Outcome")
    String outcome;

    @Label("Branches")
    int branches;

    /** Returns an event that has begun, or null if such events are not recorded. */
    static TransactionEvent started() {
        TransactionEvent event = new TransactionEvent();
        if (!event.isEnabled()) {
            return null;
        }
        event.begin();
        return event;
    }

    void ended(GlobalId id, int status, int count) {
        end();
        if (shouldCommit()) {
            transaction = id.toString();
            outcome = StatusText.of(status);
            branches = count;
            commit();
        }
    }
}
