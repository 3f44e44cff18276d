package io.millrace.service;

import java.util.List;

/** Closes several things, however many of them throw. */
public final class CloseAll {
    private CloseAll() {}

    /** Runs all of {@code closes} in order, and throws what the first one threw that did, with the others behind it. */
    public static void run(List<Runnable> closes) {
        Throwable first = null;
        for (Runnable close : closes) {
            try {
                close.run();
            } catch (RuntimeException | Error e) {
                if (first == null) {
                    first = e;
                } else {
                    first.addSuppressed(e);
                }
            }
        }
        switch (first) {
            case null -> {}
            case RuntimeException e -> throw e;
            default -> throw (Error) first;
        }
    }
}
