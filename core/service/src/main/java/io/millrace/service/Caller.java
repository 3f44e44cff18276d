package io.millrace.service;

/**
 * The client that has made the call that a component takes now, from the history of the call. A component asks for it
 * with a constructor parameter, or as {@code outputs.as(Caller.class)}. In a test it is any object of this type. The
 * same in every replay. For the thread of the component, while it takes an input.
 */
public interface Caller {

    /** Returns the name of the client; empty where the call comes from another component. */
    String client();

    /** Returns the principal: the owner of its token or certificate; empty where that is not known. */
    String principal();

    /** Returns the client's number of the call; 0 where the call comes from another component. */
    long number();
}
