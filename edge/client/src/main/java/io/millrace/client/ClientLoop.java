package io.millrace.client;

import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Connects, and connects again. It does not refer to its {@link MillraceClient}, so that the collector can find one
 * that the program has lost.
 */
final class ClientLoop implements Runnable {

    private final ClientOptions options;
    private final Conversation conversation;
    private final Connector connector;
    private final CountDownLatch closing = new CountDownLatch(1);

    ClientLoop(ClientOptions options, Conversation conversation, Connector connector) {
        this.options = options;
        this.conversation = conversation;
        this.connector = connector;
    }

    /** Ends it after its present connection, which another one has to end. */
    void end() {
        closing.countDown();
    }

    @Override
    public void run() {
        Random random = new Random();
        long firstNs = options.times().firstPause().toNanos();
        long pauseNs = firstNs;
        try {
            while (closing.getCount() > 0) {
                boolean worked = attempt();
                pauseNs = worked ? firstNs : pauseNs;
                // Clients that a server has lost at once do not come back at once.
                if (closing.await(pauseNs / 2 + random.nextLong(pauseNs / 2 + 1), TimeUnit.NANOSECONDS)) {
                    return;
                }
                pauseNs = Math.min(2 * pauseNs, options.times().longestPause().toNanos());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // only a foreign thread group can do that
        }
    }

    /** Connects, serves the connection until it ends, and returns whether the server had answered. */
    private boolean attempt() throws InterruptedException {
        Connection connection;
        try {
            connection = connector.connect(conversation);
        } catch (ClientException e) {
            if (closing.getCount() > 0) {
                conversation.failed(String.valueOf(e.getMessage()));
            }
            return false;
        }
        conversation.begin(connection);
        Silence silence = new Silence(options.times().deadAfter().toNanos());
        while (!connection.awaitEnd(silence.pingNs())) {
            if (silence.isDead(connection.silentNs())) {
                connection.end("the server was silent for too long deadAfter="
                        + options.times().deadAfter());
            } else {
                conversation.ping(connection);
            }
        }
        boolean worked = conversation.ended(connection);
        connection.join();
        return worked;
    }
}
