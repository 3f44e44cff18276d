package io.millrace.transactions;

import java.util.Arrays;
import java.util.stream.Collectors;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A flight recorder event: a resource that does not answer to rollback. */
@Name("io.millrace.transactions.WrittenOff")
@Label("Resource Written Off")
@Description("A resource does not answer to rollback, also after an interrupt")
@Category({"Millrace", "Transactions"})
@StackTrace(false)
final class WrittenOffEvent extends Event {

    @Label("Transaction")
    String transaction;

    @Label("Stack")
    @Description("Where the thread is that asks the resource")
    String stack;

    static void of(GlobalId id, StackTraceElement... frames) {
        WrittenOffEvent event = new WrittenOffEvent();
        if (event.shouldCommit()) {
            event.transaction = id.toString();
            event.stack = Arrays.stream(frames).map(StackTraceElement::toString).collect(Collectors.joining("\n"));
            event.commit();
        }
    }
}
