package io.millrace.fix;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Objects that are filled again for each message: as many as the message with the most has needed. */
final class Reusables<T> {

    private final Supplier<T> maker;
    private final List<T> all = new ArrayList<>();
    private int used;

    Reusables(Supplier<T> maker) {
        this.maker = maker;
    }

    /** Returns an object that the present message has not got yet. */
    T next() {
        if (used == all.size()) {
            all.add(maker.get());
        }
        return all.get(used++);
    }

    /** Begins the next message, which gets the objects of this one. */
    void restart() {
        used = 0;
    }
}
