package io.millrace.client;

import io.millrace.memory.Unclosed;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A client of a server for clients, which connects again by itself. What was followed continues after the last message
 * that was seen; what was appended and not acknowledged is sent again, and the server appends nothing twice. Any thread
 * may use it.
 *
 * <p>Handlers, listeners and what depends on a {@link CompletionStage} of this class run in one thread of the client,
 * one after the other. While one runs, the client reads on and answers the server, so that no session ends because of
 * it; at most 256 messages of each subscription wait meanwhile.
 */
public final class MillraceClient implements AutoCloseable {

    private final ClientOptions options;
    private final Conversation conversation;
    private final Addresses addresses;
    private final ClientLoop loop;
    private final Thread thread;
    private final Unclosed unclosed;

    private MillraceClient(ClientOptions options, Addresses addresses) {
        this.options = options;
        this.conversation = new Conversation(options);
        this.addresses = addresses;
        this.loop = new ClientLoop(options.times(), conversation, addresses);
        this.thread = Thread.ofPlatform().daemon().name("millrace-client").unstarted(loop);
        this.unclosed = Unclosed.watch(this, "client", addresses);
    }

    /**
     * Returns a client, which connects meanwhile and may be used at once.
     *
     * @throws ClientException where the address is of no kind that is known, or a header cannot carry the token
     */
    public static MillraceClient connect(ClientOptions options) {
        MillraceClient client = new MillraceClient(options, Addresses.of(options));
        client.conversation.start();
        client.thread.start();
        return client;
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
     * Returns an object through which a component is called. A void method appends a call, as {@link #writer} does. A
     * method with a result makes a call and waits for its answer, at most for {@link ClientTimes#answerWithin}; one
     * that returns a {@link CompletionStage} does not wait. Methods with {@link io.millrace.wire.Query} ask and change
     * nothing. Parameters and results may be those of another version of the component's interface. Any thread may use
     * it; what the component refuses is a {@link ClientException} with its reason.
     *
     * @param channel the name of the input channel of the component
     * @param type an interface whose methods are those of the component, or some of them
     * @throws ClientException where a method returns a {@link io.millrace.wire.Reply}
     * @throws io.millrace.wire.WireTypeException where a parameter or a result cannot be written and read
     */
    public <T> T port(String channel, Class<T> type) {
        return Port.open(
                conversation, channel, type, options.wire(), options.times().answerWithin());
    }

    /**
     * Makes a call that is answered. It is carried out once, however often the connection is lost.
     *
     * @param channel the name of the input channel of the component
     * @param method the method
     * @param arguments its arguments as a JSON object, each by the name of its parameter
     * @return completes with the answer, a JSON object with the member {@code result}; with a {@link ClientException}
     *     where the call was refused or no answer is known. Cancelling it says that no caller waits for the answer; a
     *     call that was sent is carried out nevertheless
     * @throws ClientException if the client is closed, or too many calls wait
     */
    public CompletableFuture<String> call(String channel, String method, String arguments) {
        return json(conversation.call(channel, Invocation.json(method, arguments), PendingAnswer.Waits.CODE));
    }

    /**
     * Asks a query, which changes nothing and is asked again where the connection is lost.
     *
     * @return as that of {@link #call}
     * @throws ClientException if the client is closed, or too many calls wait
     */
    public CompletableFuture<String> query(String channel, String method, String arguments) {
        return query(channel, method, arguments, "");
    }

    /**
     * Asks a query that sees what another client has done.
     *
     * @param after a position of the input channel of the component or of its output, as {@link Message#position} and
     *     {@link #appendUntilTaken} give them: the query is made when the component has taken or written what is there
     * @return as that of {@link #call}
     * @throws ClientException if the client is closed, or too many calls wait
     */
    public CompletableFuture<String> query(String channel, String method, String arguments, String after) {
        Invocation query = Invocation.json(method, arguments);
        return json(conversation.query(channel, query, PendingAnswer.Waits.CODE, after));
    }

    /** Returns a result as JSON; cancelling it cancels the other one. */
    static CompletableFuture<String> json(CompletableFuture<CallResult> result) {
        CompletableFuture<String> json = new CompletableFuture<>();
        var _ = result.whenComplete((value, error) -> {
            if (error != null) {
                json.completeExceptionally(error);
                return;
            }
            String text;
            try {
                text = value.json();
            } catch (RuntimeException e) {
                json.completeExceptionally(e);
                return;
            }
            json.complete(text);
        });
        var _ = json.whenComplete((_, _) -> {
            if (json.isCancelled()) {
                result.cancel(false);
            }
        });
        return json;
    }

    /**
     * Appends a call of a method that returns nothing, and learns when the component has taken it. That may be before
     * it is durable, so that a loss of power may remove it; {@link #acknowledged} says when it is.
     *
     * @param channel the name of the input channel of the component
     * @param method the method
     * @param arguments its arguments as a JSON object, each by the name of its parameter
     * @return completes with the position of the call, or of a later one of this client where it was sent again,
     *     after which queries of others may ask; with a {@link ClientException} where it was refused, or where it is
     *     not known whether it has arrived
     * @throws ClientException if the client is closed, or too many calls wait
     */
    public CompletionStage<String> appendUntilTaken(String channel, String method, String arguments) {
        return conversation
                .appendUntilTaken(channel, Invocation.json(method, arguments))
                .minimalCompletionStage();
    }

    /**
     * Appends a call.
     *
     * @param channel the name of the channel
     * @param method the method
     * @param arguments its arguments as a JSON object, each by the name of its parameter
     * @return completes with the number of the call when it is in the channel, with the durability of the channel; with
     *     a {@link ClientException} where it was refused, or where it is not known whether it has arrived
     * @throws ClientException if the client is closed, or too many calls wait
     */
    public CompletionStage<Long> append(String channel, String method, String arguments) {
        return conversation.append(channel, Invocation.json(method, arguments)).minimalCompletionStage();
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
            all.get(TimeUnit.NANOSECONDS.convert(atMost), TimeUnit.NANOSECONDS);
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
        TypedHandler typed = TypedHandler.of(options.wire(), type, type.cast(handler));
        return conversation.follow(channel, typed, how);
    }

    /**
     * Follows a channel.
     *
     * @param channel the name of the channel
     * @param handler gets the messages, in a thread of the client
     * @param how where it begins, and how much may come
     */
    public Subscription follow(String channel, MessageHandler handler, FollowOptions how) {
        return conversation.follow(channel, handler, how);
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
        unclosed.closed();
        boolean waits = !conversation.isDelivering() && !Thread.currentThread().equals(thread);
        if (conversation.close()) {
            loop.end();
        }
        addresses.close();
        boolean isInterrupted = Thread.interrupted();
        while (waits) {
            try {
                thread.join();
                conversation.join();
                waits = false;
            } catch (InterruptedException e) {
                isInterrupted = true;
            }
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
