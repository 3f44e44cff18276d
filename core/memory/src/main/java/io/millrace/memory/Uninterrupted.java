package io.millrace.memory;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;

/**
 * Runs a call on a file channel to its end although the thread is or becomes interrupted. The JDK closes a channel
 * under an interrupted thread; the call is then repeated, so it must open its own channel and bear repetition. The
 * thread stays interrupted.
 */
public final class Uninterrupted {

    private Uninterrupted() {}

    /** A call that may throw. */
    public interface Call<T> {
        /** Opens a channel of its own and does something with it; may be called again. */
        T call() throws IOException;
    }

    /**
     * Makes a call, again if an interrupt has cut it short.
     *
     * @throws IOException what the call throws, but for being cut short
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
