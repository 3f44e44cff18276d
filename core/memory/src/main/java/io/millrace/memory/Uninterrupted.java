package io.millrace.memory;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;

/**
 * Runs a call on a file channel to its end although the thread is or becomes interrupted. The JDK closes the channel of
 * an interrupted thread; then the call is repeated, so it must open its own channel and be repeatable. The thread stays
 * interrupted.
 */
public final class Uninterrupted {

    private Uninterrupted() {}

    /** A call that may throw. */
    public interface Call<T> {
        /** Opens a channel and uses it; may be called again. */
        T call() throws IOException;
    }

    /**
     * Makes a call, again if an interrupt has ended it.
     *
     * @throws IOException what the call throws, except for an interrupt
     */
    public static <T> T call(Call<T> call) throws IOException {
        boolean interrupted = Thread.interrupted();
        try {
            while (true) {
                try {
                    return call.call();
                } catch (ClosedByInterruptException e) {
                    interrupted = true;
                    Thread.interrupted();
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
