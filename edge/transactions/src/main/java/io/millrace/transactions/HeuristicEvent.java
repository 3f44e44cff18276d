package io.millrace.transactions;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A flight recorder event: a transaction that did not end as decided. */
@Name("io.millrace.transactions.Heuristic")
@Label("Heuristic Outcome")
@Description("A transaction did not end as decided")
@Category({"Millrace", "Transactions"})
@StackTrace(false)
final class HeuristicEvent extends Event {

    @Label("Transaction")
    String transaction;

    @Label("Outcome")
    String outcome;

    @Label("Branches")
    String detail;

    static void of(HeuristicOutcome kept) {
        HeuristicEvent event = new HeuristicEvent();
        if (event.shouldCommit()) {
            event.transaction = kept.transaction().toString();
            event.outcome = kept.outcome().name();
            event.detail = kept.detail();
            event.commit();
        }
    }
}
