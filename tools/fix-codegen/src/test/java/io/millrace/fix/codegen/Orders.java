// Generated from orders.yaml; changes are lost.
package io.millrace.fix.codegen;

/** Calls with messages of FIX. */
public interface Orders {

    /** Takes a NewOrderSingle (D) of a session. */
    void newOrderSingle(String session, NewOrderSingle newOrderSingle);
}
