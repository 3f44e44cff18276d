package io.millrace.concurrent;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** A node of a linked queue. The first one has no element: its element was polled, or it is the initial node. */
final class Node {

    private static final VarHandle ELEMENT;
    private static final VarHandle NEXT;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            ELEMENT = lookup.findVarHandle(Node.class, "element", Object.class);
            NEXT = lookup.findVarHandle(Node.class, "next", Node.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private Object element;

    @SuppressWarnings("unused") // accessed by its VarHandle
    private Node next;

    Node(Object element) {
        this.element = element;
    }

    Object elementAcquire() {
        return ELEMENT.getAcquire(this);
    }

    /** Takes the element out, in the thread that made this node the first. */
    Object take() {
        Object taken = element;
        ELEMENT.setRelease(this, null);
        return taken;
    }

    Node nextAcquire() {
        return (Node) NEXT.getAcquire(this);
    }

    void nextRelease(Node node) {
        NEXT.setRelease(this, node);
    }

    /** Unlinks a node that has left the queue, so that an old one does not keep younger ones alive. */
    void leave() {
        NEXT.setRelease(this, this);
    }

    boolean hasLeft() {
        return nextAcquire() == this;
    }
}
