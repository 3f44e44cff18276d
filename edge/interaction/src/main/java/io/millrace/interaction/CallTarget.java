package io.millrace.interaction;

/** What the objects of a client give their calls to. Any thread. */
interface CallTarget {

    /** The number of a change that gets the next one. */
    long NEXT = -1;

    /**
     * Makes a call.
     *
     * @param target the object that is called; 0 for a service
     * @param change the number of the change; 0 for none
     * @return its value, its stage, or null where there is nothing to return
     */
    Object call(
            InterfaceModel model, MethodModel method, long target, Object[] arguments, Routing routing, long change);

    /** Tells the server that an object is needed no longer. */
    void release(long target);
}
