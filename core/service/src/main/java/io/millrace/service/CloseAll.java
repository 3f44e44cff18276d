package io.millrace.service;

import java.util.List;

/** Closes several things, even if some of them throw. */
public final class CloseAll {
    private CloseAll() {}

    /** Runs all of {@code closes} in order, and throws the first exception with the later ones suppressed. */
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
