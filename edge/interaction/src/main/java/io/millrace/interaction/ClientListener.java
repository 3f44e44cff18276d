package io.millrace.interaction;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** A subscriber of a client, which ends once. */
final class ClientListener {

    final Subscriber subscriber;
    final InterfaceModel model;
    private final AtomicBoolean hasEnded = new AtomicBoolean();

    /** Learns the end of the session in place of the subscriber; null where there is nothing in between. */
    private final Consumer<String> whenLost;

    ClientListener(Subscriber subscriber, InterfaceModel model, Consumer<String> whenLost) {
        this.subscriber = subscriber;
        this.model = model;
        this.whenLost = whenLost;
    }

    /** Tells the subscriber that the session has ended. */
    void lost(String reason) {
        if (whenLost == null) {
            subscriber.ended(reason);
        } else {
            whenLost.accept(reason);
        }
    }

    /** Returns true once, to the thread that then tells the subscriber. */
    boolean end() {
        return hasEnded.compareAndSet(false, true);
    }
}
