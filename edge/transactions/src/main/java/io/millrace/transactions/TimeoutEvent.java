package io.millrace.transactions;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A flight recorder event: a transaction that exceeded its timeout. */
@Name("io.millrace.transactions.Timeout")
@Label("Transaction Timeout")
@Description("A transaction took longer than it may and is rolled back")
@Category({"Millrace", "Transactions"})
@StackTrace(false)
final class TimeoutEvent extends Event {

    @Label("Transaction")
    String transaction;

    static void of(GlobalId id) {
        TimeoutEvent event = new TimeoutEvent();
        if (event.shouldCommit()) {
            event.transaction = id.toString();
            event.commit();
        }
    }
}
