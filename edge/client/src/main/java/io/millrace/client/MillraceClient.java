package io.millrace.client;

import io.millrace.wire.WireFormat;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A client of a server for clients, which connects again by itself. What was followed continues after the last message
 * that was seen; what was appended and not acknowledged is sent again, and the server appends nothing twice. Any thread
 * may use it.
 *
 * <p>Handlers, listeners and what depends on a {@link CompletionStage} of this class run in threads of the client, one
 * after the other; while one runs, nothing else arrives.
 */
public final class MillraceClient implements AutoCloseable {

    private final ClientOptions options;
    private final Conversation conversation;
    private final Connector connector;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Thread thread;

    private MillraceClient(ClientOptions options, Connector connector) {
        this.options = options;
        this.conversation = new Conversation(options);
        this.connector = connector;
        this.thread = Thread.ofPlatform().daemon().name("millrace-client").unstarted(this::run);
    }

    /**
     * Returns a client, which connects meanwhile and may be used at once.
     *
     * @throws ClientException where the address is of no kind that is known
     */
    public static MillraceClient connect(ClientOptions options) {
        MillraceClient client = new MillraceClient(options, connector(options));
        client.thread.start();
        return client;
    }

    private static Connector connector(ClientOptions options) {
        String scheme = options.uri().getScheme().toLowerCase(Locale.ROOT);
        return switch (scheme) {
            case "ws", "http" -> WebSocketConnector.start(options, false);
            case "wss", "https" -> WebSocketConnector.start(options, true);
            case "tcp" -> new TcpConnector(options, false);
            case "tls" -> new TcpConnector(options, true);
            default ->
                throw new ClientException("the kind of the address is not known uri=" + options.uri()
                        + " known=[ws, wss, http, https, tcp, tls]");
        };
    }

    static boolean isTcp(ClientOptions options) {
        return options.uri().getScheme().toLowerCase(Locale.ROOT).startsWith("t");
    }

    private void run() {
        Random random = new Random();
        long firstNs = options.firstPause().toNanos();
        long pauseNs = firstNs;
        try {
            while (closing.getCount() > 0) {
                boolean worked = attempt();
                pauseNs = worked ? firstNs : pauseNs;
                // Clients that a server has lost at once do not come back at once.
                if (closing.await(pauseNs / 2 + random.nextLong(pauseNs / 2 + 1), TimeUnit.NANOSECONDS)) {
                    return;
                }
                pauseNs = Math.min(2 * pauseNs, options.longestPause().toNanos());
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
        while (!connection.awaitEnd(conversation.pingNs())) {
            if (conversation.isDead(connection)) {
                connection.end("the server was silent for too long deadAfter=" + options.deadAfter());
            } else {
                conversation.ping(connection);
            }
        }
        boolean worked = conversation.ended(connection);
        connection.join();
        return worked;
    }

    /**
     * Returns an object whose calls are appended to a channel. A call is on its way when it returns; {@link
     * #acknowledged(String)} and {@link #flush} say what has become of it. For one thread at a time.
     *
     * @param channel the name of the channel
     * @param type an interface of void methods
     * @throws io.millrace.wire.WireTypeException if a method is not void or a parameter cannot be written
     */
    public <T> T writer(String channel, Class<T> type) {
        return CallAppender.writer(conversation, channel, type, options.wire());
    }

    /**
     * Appends a call.
     *
     * @param channel the name of the channel
     * @param method the method
     * @param arguments its argument as JSON, or an array of several or none
     * @return completes with the number of the call when it is in the channel, with the durability of the channel; with
     *     a {@link ClientException} where it was refused, or where it is not known whether it has arrived
     * @throws ClientException if the client is closed, or too many calls wait
     */
    public CompletionStage<Long> append(String channel, String method, String arguments) {
        return conversation.append(channel, method, arguments).minimalCompletionStage();
    }

    /**
     * Returns what completes when all calls so far to a channel are acknowledged, with the number of the last one, or
     * with the first error of a call since this was asked before.
     */
    public CompletionStage<Long> acknowledged(String channel) {
        return conversation.acknowledged(channel).minimalCompletionStage();
    }

    /**
     * Waits until all calls so far are acknowledged.
     *
     * @param atMost how long
     * @throws ClientException where a call has ended with an error since this was called before, or the time has passed
     */
    public void flush(Duration atMost) {
        if (conversation.isDelivering()) {
            throw new ClientException("a thread of the client cannot wait for the client");
        }
        CompletableFuture<Void> all = conversation.acknowledged();
        try {
            all.get(atMost.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw new ClientException(String.valueOf(e.getCause().getMessage()), e);
        } catch (TimeoutException e) {
            throw new ClientException("calls were not acknowledged in time atMost=" + atMost, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ClientException("waiting for the acknowledgement was interrupted", e);
        }
    }

    /**
     * Follows a channel: each message is a call of a method of the handler. Messages of other methods are not sent.
     *
     * @param channel the name of the channel
     * @param type an interface of void methods
     * @param handler gets the calls, in a thread of the client; what it throws ends the subscription
     * @param how where it begins, and how much may come
     */
    public <T> Subscription follow(String channel, Class<T> type, T handler, FollowOptions how) {
        if (!how.fields().isEmpty()) {
            throw new ClientException("a handler of a type gets whole arguments fields=" + how.fields());
        }
        requireTransport(how);
        TypedHandler typed = TypedHandler.of(options.wire(), type, type.cast(handler));
        return conversation.follow(channel, typed, how.methods().isEmpty() ? how.withMethods(typed.methods()) : how);
    }

    /**
     * Follows a channel.
     *
     * @param channel the name of the channel
     * @param handler gets the messages, in a thread of the client
     * @param how where it begins, and how much may come
     */
    public Subscription follow(String channel, MessageHandler handler, FollowOptions how) {
        requireTransport(how);
        return conversation.follow(channel, handler, how);
    }

    private void requireTransport(FollowOptions how) {
        if (how.format() != WireFormat.JSON && !isTcp(options)) {
            throw new ClientException("messages over WebSocket are JSON; the other formats need TCP format="
                    + how.format() + " uri=" + options.uri());
        }
    }

    /** Returns the name that the server has given to this client; empty before it has connected. */
    public Optional<String> name() {
        return conversation.name();
    }

    /**
     * Ends the connection. Calls that are not acknowledged end with an error. Waits for the threads of the client,
     * except where one of them calls this.
     */
    @Override
    public void close() {
        boolean waits = !conversation.isDelivering() && !Thread.currentThread().equals(thread);
        if (conversation.close()) {
            closing.countDown();
        }
        connector.close(waits ? Connector.Closing.WAIT : Connector.Closing.LEAVE);
        boolean isInterrupted = false;
        while (waits && thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                isInterrupted = true;
            }
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
