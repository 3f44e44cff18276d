package io.millrace.client;

import io.millrace.wire.BinaryInput;
import io.millrace.wire.WireException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * What a client and a server say to each other, over one connection after the other. A lock guards the state; code of
 * users is called after it was released, in the thread that has received something. Any thread may use it.
 */
final class Conversation implements ServerMessages {

    /** The most bytes of a character in UTF-8, for each {@code char}. */
    private static final int MOST_BYTES = 3;

    private final ClientOptions options;
    private final ReentrantLock lock = new ReentrantLock();
    private final ReentrantLock delivery = new ReentrantLock();
    private final Appends appends;
    private final Map<Long, Following> followings = new LinkedHashMap<>();
    private long nextFollowing = 1;
    private String name;
    private Connection connection;
    private boolean isReady;
    private boolean isClosed;
    private long maxBytes;
    private String lastError = "";
    private long lostNs = System.nanoTime();
    private final Set<Thread> delivering = ConcurrentHashMap.newKeySet();

    Conversation(ClientOptions options) {
        this.options = options;
        this.appends = new Appends(options.maxPending());
    }

    /** Returns whether this thread calls code of users for the client, and so may not wait for it. */
    boolean isDelivering() {
        return delivering.contains(Thread.currentThread());
    }

    /** Runs a change under the lock, and what it adds to the list after it. */
    private void change(Consumer<List<Runnable>> change) {
        List<Runnable> actions = new ArrayList<>();
        lock.lock();
        try {
            change.accept(actions);
        } finally {
            lock.unlock();
        }
        actions.forEach(this::perform);
    }

    private void perform(Runnable action) {
        boolean isOutermost = delivering.add(Thread.currentThread());
        try {
            action.run();
        } catch (RuntimeException | Error e) {
            report("code that was called by the client has failed reason=" + e);
        } finally {
            if (isOutermost) {
                delivering.remove(Thread.currentThread());
            }
        }
    }

    private void report(String error) {
        boolean isNew;
        lock.lock();
        try {
            isNew = !error.equals(lastError);
            lastError = error;
        } finally {
            lock.unlock();
        }
        if (isNew) {
            try {
                options.onError().accept(error);
            } catch (RuntimeException | Error e) {
                System.getLogger(Conversation.class.getPackageName())
                        .log(System.Logger.Level.ERROR, "the listener of errors has failed", e);
            }
        }
    }

    /** Begins with a connection. */
    void begin(Connection opened) {
        change(_ -> {
            connection = opened;
            if (isClosed) {
                opened.end("this side has closed the client");
            } else {
                opened.send(ClientRequests.hello(Optional.ofNullable(name), token()));
            }
        });
    }

    /** Returns the token for the first request; a WebSocket has it in a header. */
    private Optional<String> token() {
        return MillraceClient.isTcp(options) ? options.token() : Optional.empty();
    }

    /** Notes a failed attempt to connect. */
    void failed(String reason) {
        report(reason);
        change(this::giveUp);
    }

    /** Notes the end of a connection; returns whether the server had answered in it. */
    boolean ended(Connection lost) {
        boolean[] wasReady = {false};
        change(actions -> {
            wasReady[0] = isReady;
            isReady = false;
            connection = null;
            lostNs = System.nanoTime();
            if (!isClosed) {
                actions.add(() -> report(lost.reason()));
                if (wasReady[0]) {
                    actions.add(() -> options.onState().accept(ClientState.DISCONNECTED));
                }
            }
        });
        return wasReady[0];
    }

    private void giveUp(List<Runnable> actions) {
        options.giveUpAfter()
                .filter(after -> System.nanoTime() - lostNs > after.toNanos())
                .ifPresent(after -> appends.fail(
                        "it is not known whether the call has arrived: there was no connection giveUpAfter=" + after,
                        actions));
    }

    /** Asks for a sign of life. */
    void ping(Connection asked) {
        asked.send(ClientRequests.ping());
    }

    @Override
    public void text(Connection from, String text) {
        received(from, actions -> take(ServerAnswer.parse(text), actions));
    }

    @Override
    public void frame(Connection from, byte[] frame) {
        received(from, actions -> take(frame, actions));
    }

    private void received(Connection from, Consumer<List<Runnable>> change) {
        delivery.lock(); // a handler may still be busy with what an earlier connection has brought
        try {
            change(actions -> {
                if (from.equals(connection) && !isClosed) {
                    change.accept(actions);
                }
            });
        } catch (ClientException e) {
            from.end(String.valueOf(e.getMessage()));
        } finally {
            delivery.unlock();
        }
    }

    private void take(byte[] frame, List<Runnable> actions) {
        BinaryInput in = BinaryInput.of(frame);
        Following following;
        try {
            following = followings.get(FollowedFrames.as(in));
        } catch (WireException e) {
            throw new ClientException("a frame of the server cannot be read reason=" + e.getMessage(), e);
        }
        if (following == null) {
            return;
        }
        following.frames().read(frame, in).ifPresent(message -> {
            following.seen(message.index());
            actions.add(() -> deliver(following, message.index(), () -> following.call(message)));
        });
    }

    private void take(ServerAnswer answer, List<Runnable> actions) {
        if (answer.has("client")) {
            welcomed(answer, actions);
        } else if (answer.has("method")) {
            message(answer, actions);
        } else if (answer.has("appended")) {
            appends.appended(answer.text("channel"), answer.number("appended"), actions);
            sendAppends(actions);
        } else if (answer.has("refused")) {
            appends.refused(answer.text("channel"), answer.number("refused"), answer.text("error"), actions);
            sendAppends(actions);
        } else if (answer.has("following")) {
            Following following = followings.get(answer.number("as"));
            if (following != null) {
                following.begun(answer.optional("journal"));
                actions.add(() -> following.options().onBegin().accept(answer.text("from")));
            }
        } else if (answer.has("ended")) {
            end(followings.get(answer.number("as")), answer.text("ended"), actions);
        } else if (answer.has("error")) {
            refused(answer, actions);
        }
    }

    private void welcomed(ServerAnswer answer, List<Runnable> actions) {
        name = answer.text("client");
        isReady = true;
        lastError = "";
        maxBytes = answer.has("maxBytes") ? answer.number("maxBytes") : Long.MAX_VALUE;
        appends.connected(answer.appended(), actions);
        // What follows from the newest message is to see what the calls lead to.
        followings.values().forEach(following -> connection.send(following.request()));
        sendAppends(actions);
        actions.add(() -> options.onState().accept(ClientState.CONNECTED));
    }

    private void sendAppends(List<Runnable> actions) {
        if (!isReady) {
            return;
        }
        for (PendingCall next = appends.nextToSend(); next != null; next = appends.nextToSend()) {
            ChannelAppends channel = next.channel();
            String text = ClientRequests.append(
                    channel.name(), next.number(), channel.lastRefused(), next.method(), next.arguments());
            if (isTooLong(text)) {
                appends.unsendable(next, "the call is too long for the server maxBytes=" + maxBytes, actions);
            } else {
                connection.send(text);
            }
        }
    }

    /** Returns whether a server would end the session for a text; it would come again with each connection. */
    private boolean isTooLong(String text) {
        return text.length() * (long) MOST_BYTES > maxBytes && text.getBytes(StandardCharsets.UTF_8).length > maxBytes;
    }

    private void message(ServerAnswer answer, List<Runnable> actions) {
        Following following = followings.get(answer.number("as"));
        if (following == null) {
            return;
        }
        Message message;
        try {
            message = new Message(
                    answer.text("index"),
                    Instant.parse(answer.text("time")),
                    answer.text("method"),
                    answer.has("arguments") ? answer.text("arguments") : "",
                    answer.optional("forgotten"));
        } catch (DateTimeParseException e) {
            throw new ClientException("a message of the server has no time time=" + answer.text("time"), e);
        }
        following.seen(message.index());
        actions.add(() ->
                deliver(following, message.index(), () -> following.handler().message(message)));
    }

    private void deliver(Following following, String index, Runnable handler) {
        if (following.ended().isPresent()) {
            return;
        }
        try {
            handler.run();
        } catch (RuntimeException | Error e) {
            change(actions -> {
                if (followings.containsKey(following.as()) && isReady) {
                    connection.send(ClientRequests.cancel(following.as()));
                }
                end(following, "the handler has failed index=" + index + " reason=" + e, actions);
            });
        }
    }

    private void end(Following following, String reason, List<Runnable> actions) {
        if (following != null && following.end(reason)) {
            followings.remove(following.as());
            actions.add(() -> following.options().onEnd().accept(reason));
        }
    }

    /** Takes an error: of a subscription, of a hello, or of anything else that this side has asked for. */
    private void refused(ServerAnswer answer, List<Runnable> actions) {
        String reason = answer.text("error");
        if (answer.has("as")) {
            end(followings.get(answer.number("as")), reason, actions);
        } else if (!isReady && name != null) {
            // The server does not remember this client, so it is not known whether its last calls have arrived.
            name = null;
            appends.fail("it is not known whether the call has arrived: " + reason, actions);
            connection.send(ClientRequests.hello(Optional.empty(), token()));
        }
        actions.add(() -> report(reason));
    }

    CompletableFuture<Long> append(String channel, String method, String arguments) {
        List<PendingCall> added = new ArrayList<>();
        change(actions -> {
            requireOpen();
            added.add(appends.add(channel, method, arguments));
            sendAppends(actions);
        });
        return added.getFirst().result();
    }

    private void requireOpen() {
        if (isClosed) {
            throw new ClientException("the client is closed");
        }
    }

    CompletableFuture<Long> acknowledged(String channel) {
        List<CompletableFuture<Long>> result = new ArrayList<>();
        change(actions -> {
            ChannelAppends appended = appends.channel(channel);
            result.add(appended.acknowledged());
            appended.completeWaiters(actions);
        });
        return result.getFirst();
    }

    CompletableFuture<Void> acknowledged() {
        List<CompletableFuture<Long>> all = new ArrayList<>();
        change(actions -> {
            for (ChannelAppends channel : appends.channels()) {
                all.add(channel.acknowledged());
                channel.completeWaiters(actions);
            }
        });
        return CompletableFuture.allOf(all.toArray(CompletableFuture[]::new));
    }

    Following follow(String channel, MessageHandler handler, FollowOptions how) {
        lock.lock();
        try {
            requireOpen();
            Following following = new Following(this, nextFollowing++, channel, handler, how);
            followings.put(following.as(), following);
            if (isReady) {
                connection.send(following.request());
            }
            return following;
        } finally {
            lock.unlock();
        }
    }

    void more(Following following, long count) {
        change(_ -> {
            following.add(count);
            if (isReady && followings.containsKey(following.as())) {
                connection.send(ClientRequests.more(following.as(), count));
            }
        });
    }

    void cancel(Following following) {
        change(_ -> {
            following.end("cancelled");
            if (followings.remove(following.as()) != null && isReady) {
                connection.send(ClientRequests.cancel(following.as()));
            }
        });
    }

    Optional<String> name() {
        lock.lock();
        try {
            return Optional.ofNullable(name);
        } finally {
            lock.unlock();
        }
    }

    /** Ends everything, once; returns whether this was the first time. */
    boolean close() {
        boolean[] isFirst = {false};
        change(actions -> {
            if (isClosed) {
                return;
            }
            isFirst[0] = true;
            isClosed = true;
            isReady = false;
            appends.fail("the client was closed before the server has acknowledged the call", actions);
            new ArrayList<>(followings.values()).forEach(each -> end(each, "the client was closed", actions));
            if (connection != null) {
                connection.end("this side has closed the client");
            }
            actions.add(() -> options.onState().accept(ClientState.CLOSED));
        });
        return isFirst[0];
    }

    /** Returns whether a connection is silent for too long. */
    boolean isDead(Connection asked) {
        return asked.silentNs() > options.deadAfter().toNanos();
    }

    /** Returns how often the client asks for a sign of life, in nanoseconds. */
    long pingNs() {
        return Math.max(TimeUnit.MILLISECONDS.toNanos(1), options.deadAfter().toNanos() / 3);
    }
}
