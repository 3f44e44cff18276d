package io.millrace.client;

import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Connects, and connects again. It does not refer to its {@link MillraceClient}, so that the collector can find one
 * that the program has lost.
 */
final class ClientLoop implements Runnable {

    private static final String FAILED = "the client has failed reason=";

    /** Connects with the server. */
    interface Connecting {

        /**
         * Connects.
         *
         * @param received takes what the server sends
         * @throws ClientException where that fails, with the reason
         */
        Connection connect(ServerMessages received) throws InterruptedException;

        /** Notes that the server did not answer over the last connection, so that another address is tried first. */
        default void next() {}
    }

    private final ClientTimes times;
    private final Conversation conversation;
    private final Connecting connecting;
    private final CountDownLatch closing = new CountDownLatch(1);

    ClientLoop(ClientTimes times, Conversation conversation, Connecting connecting) {
        this.times = times;
        this.conversation = conversation;
        this.connecting = connecting;
    }

    /** Ends it after its present connection, which another one has to end. */
    void end() {
        closing.countDown();
    }

    @Override
    public void run() {
        Random random = new Random();
        long firstNs = times.firstPause().toNanos();
        long longestNs = times.longestPause().toNanos();
        long pauseNs = firstNs;
        try {
            while (closing.getCount() > 0) {
                boolean worked = attempt();
                pauseNs = worked ? firstNs : pauseNs;
                // Clients that a server has lost at once do not come back at once.
                if (closing.await(pauseNs / 2 + random.nextLong(pauseNs / 2 + 1), TimeUnit.NANOSECONDS)) {
                    return;
                }
                pauseNs = pauseNs > longestNs / 2 ? longestNs : 2 * pauseNs;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // only a foreign thread group can do that
        }
    }

    /** Connects, serves the connection until it ends, and returns whether the server had answered. */
    private boolean attempt() throws InterruptedException {
        String reason;
        try {
            boolean hasAnswered = serve(connecting.connect(conversation));
            if (!hasAnswered) {
                connecting.next();
            }
            return hasAnswered;
        } catch (ClientException e) {
            reason = String.valueOf(e.getMessage());
        } catch (RuntimeException | Error e) { // the system gives no thread or no memory, for one
            reason = FAILED + e;
        }
        if (closing.getCount() > 0) {
            conversation.failed(reason);
        }
        return false;
    }

    private boolean serve(Connection connection) throws InterruptedException {
        try {
            conversation.begin(connection);
            Silence silence = new Silence(times.deadAfter().toNanos());
            while (!connection.awaitEnd(silence.pingNs())) {
                if (silence.isDead(System.nanoTime(), connection.receivedNs())) {
                    connection.end("the server was silent for too long deadAfter=" + times.deadAfter());
                } else {
                    conversation.ping(connection);
                }
            }
        } catch (RuntimeException | Error e) {
            connection.end(FAILED + e);
        }
        try {
            return conversation.ended(connection);
        } finally {
            connection.join();
        }
    }
}
