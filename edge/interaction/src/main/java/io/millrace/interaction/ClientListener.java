package io.millrace.interaction;

import java.util.concurrent.atomic.AtomicBoolean;

/** A subscriber of a client, which ends once. */
final class ClientListener {

    final Subscriber subscriber;
    final InterfaceModel model;
    private final AtomicBoolean hasEnded = new AtomicBoolean();

    ClientListener(Subscriber subscriber, InterfaceModel model) {
        this.subscriber = subscriber;
        this.model = model;
    }

    /** Returns true once, to the thread that then tells the subscriber. */
    boolean end() {
        return hasEnded.compareAndSet(false, true);
    }
}
