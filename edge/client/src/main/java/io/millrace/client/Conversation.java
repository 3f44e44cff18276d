package io.millrace.client;

import io.millrace.wire.BinaryInput;
import io.millrace.wire.WireException;
import io.millrace.wire.WireFormat;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * What a client and a server say to each other, over one connection after the other. A lock guards the state; code of
 * users is called by the thread of the {@link Deliveries}. Any thread may use it.
 */
final class Conversation implements ServerMessages {

    private static final String UNKNOWN = "it is not known whether the call has arrived: ";

    private final ClientOptions options;
    private final ReentrantLock lock = new ReentrantLock();
    private final ErrorReports reports;
    private final Deliveries deliveries;
    private final Appends appends;
    private final Answers answers;
    private final Map<Long, Following> followings = new LinkedHashMap<>();
    private final RangeQueries ranges = new RangeQueries(this);
    private long nextFollowing = 1;
    private String name;
    private Connection connection;
    private boolean isReady;
    private boolean isClosed;
    private CallFrames frames;
    private long maxBytes;
    private long lostNs = System.nanoTime();

    Conversation(ClientOptions options) {
        this.options = options;
        this.reports = new ErrorReports(options.onError());
        this.deliveries =
                new Deliveries(e -> reports.report("code that was called by the client has failed reason=" + e));
        this.answers = new Answers(options.maxPending());
        this.appends = new Appends(options.maxPending(), answers);
    }

    /** Returns whether this thread calls code of users for the client, and so may not wait for it. */
    boolean isDelivering() {
        return deliveries.isDelivering();
    }

    void start() {
        deliveries.start();
    }

    /** Runs a change under the lock; what it adds to the list is run after what was added before. */
    private void change(Consumer<List<Runnable>> change) {
        List<Runnable> actions = new ArrayList<>();
        lock.lock();
        try {
            change.accept(actions);
            deliveries.add(actions);
        } finally {
            lock.unlock();
        }
    }

    /** Begins with a connection. */
    void begin(Connection opened) {
        change(_ -> {
            connection = opened;
            if (isClosed) {
                opened.close("this side has closed the client");
            } else {
                opened.send(hello());
            }
        });
    }

    /** Returns the first request; a WebSocket has the token in a header. */
    private String hello() {
        Optional<String> token = options.isWeb() ? Optional.empty() : options.token();
        return ClientRequests.hello(Optional.ofNullable(name), token, WireFormat.BINARY);
    }

    /** Notes a failed attempt to connect. */
    void failed(String reason) {
        change(actions -> failed(reason, actions));
    }

    private void failed(String reason, List<Runnable> actions) {
        if (!isClosed) {
            if (reports.attemptFailed(reason)) {
                actions.add(reports::reportAttempt);
            }
            giveUp(actions);
        }
    }

    /** Notes the end of a connection; returns whether the server had answered in it. */
    boolean ended(Connection lost) {
        boolean[] wasReady = {false};
        change(actions -> {
            wasReady[0] = isReady;
            isReady = false;
            connection = null;
            if (!wasReady[0]) {
                failed(lost.reason(), actions); // such as by a balancer without servers
            } else if (!isClosed) {
                lostNs = System.nanoTime();
                actions.add(() -> reports.report(lost.reason()));
                actions.add(() -> options.onState().accept(ClientState.DISCONNECTED));
            }
        });
        return wasReady[0];
    }

    private void giveUp(List<Runnable> actions) {
        options.times()
                .giveUpAfter()
                .filter(after -> System.nanoTime() - lostNs > after.toNanos())
                .ifPresent(after -> {
                    String reason = "there was no connection giveUpAfter=" + after;
                    appends.fail(call -> (call.mayBeThere() ? UNKNOWN : "the call was not sent: ") + reason, actions);
                    answers.fail("no answer has come: " + reason, actions);
                });
    }

    /** Asks for a sign of life; a connection in which the server has not greeted counts as none. */
    void ping(Connection asked) {
        asked.send(ClientRequests.ping());
        change(actions -> {
            if (!isReady) {
                giveUp(actions);
            }
        });
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
        try {
            change(actions -> {
                if (from.equals(connection) && !isClosed) {
                    change.accept(actions);
                }
            });
        } catch (ClientException e) {
            from.end(String.valueOf(e.getMessage()));
        }
    }

    private void take(byte[] frame, List<Runnable> actions) {
        if (CallFrames.isOne(frame) && isReady) {
            frames.read(frame).ifPresent(answer -> take(answer, actions));
            return;
        }
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
            Supplier<String> arguments = () -> message.toJson().arguments();
            take(following, arguments, message.position(), () -> following.call(message), actions);
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
        } else if (answer.has("taken")) {
            answers.taken(answer, actions);
        } else if (answer.has("answered")) {
            answers.answered(answer, actions);
        } else if (answer.has("query")) {
            long as = answers.queried(answer, actions);
            if (as != 0) {
                ranges.answered(followings.get(as), answer, actions);
            }
        } else if (answer.has("after")) {
            appends.refusedAfter(answer.text("channel"), answer.number("refused"));
            sendAppends(actions);
        } else if (answer.has("refused")) {
            appends.refused(answer.text("channel"), answer.number("refused"), answer.text("error"), actions);
            sendAppends(actions);
        } else if (answer.has("following")) {
            Following following = followings.get(answer.number("as"));
            if (following != null) {
                following.begun(answer.text("position"), answer.optional("prefix"));
                Beginning beginning = new Beginning(answer.text("position"), answer.has("lost"));
                actions.add(() -> following.options().onBegin().accept(beginning));
                if (beginning.isLost()) {
                    ranges.restart(following, "messages were removed before they were seen", actions);
                }
                ranges.ask(following);
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
        actions.add(reports::forget);
        maxBytes = answer.has("maxBytes") ? answer.number("maxBytes") : Long.MAX_VALUE;
        frames = new CallFrames(connection, maxBytes);
        appends.connected(answer.appended(), actions);
        // What follows from the newest message is to see what the calls lead to.
        followings.values().forEach(following -> {
            ranges.forget(following); // asked for again once it has begun, since that may be anew
            connection.send(following.request());
        });
        answers.requests(appends).forEach(connection::send);
        sendAppends(actions);
        actions.add(() -> options.onState().accept(ClientState.CONNECTED));
    }

    private void sendAppends(List<Runnable> actions) {
        if (!isReady) {
            return;
        }
        for (PendingCall next = appends.nextToSend(); next != null; next = appends.nextToSend()) {
            Optional<String> unsent = frames.trySend(next);
            if (unsent.isPresent()) {
                appends.unsendable(next, unsent.get(), actions);
            }
        }
        for (PendingQuery next = answers.nextQuery(appends); next != null; next = answers.nextQuery(appends)) {
            Optional<String> unsent = frames.trySend(next);
            if (unsent.isPresent()) {
                answers.forgetQuery(next.answer().number());
                next.answer().fail(unsent.get(), actions);
            }
        }
    }

    private void message(ServerAnswer answer, List<Runnable> actions) {
        Following following = followings.get(answer.number("as"));
        if (following == null) {
            return;
        }
        Message message;
        try {
            message = new Message(
                    answer.text("position"),
                    Instant.parse(answer.text("time")),
                    answer.text("method"),
                    answer.has("arguments") ? answer.text("arguments") : "",
                    answer.optional("forgotten"));
        } catch (DateTimeParseException e) {
            throw new ClientException("a message of the server has no time time=" + answer.text("time"), e);
        }
        take(
                following,
                message::arguments,
                message.position(),
                () -> following.handler().message(message),
                actions);
    }

    /** Takes a message of a follower; one that a range of its snapshot is to show does not go to the handler. */
    private void take(
            Following following,
            Supplier<String> arguments,
            String position,
            Runnable handler,
            List<Runnable> actions) {
        boolean isLater;
        try {
            isLater = following.isLater(arguments);
        } catch (ClientException e) { // its key cannot be compared, and it would come again with each connection
            ranges.fail(following, String.valueOf(e.getMessage()), actions);
            return;
        }
        if (isLater) {
            following.received(position);
            actions.add(delivery(following, position, handler));
        } else {
            following.passedOver(position);
            sendMore(following);
        }
    }

    /** Returns what gives a message to its handler, unless the subscription has begun anew before that. */
    Runnable delivery(Following following, String position, Runnable handler) {
        long as = following.as();
        return () -> deliver(following, as, position, handler);
    }

    /** Gives a message to its handler; by the thread of the deliveries. */
    private void deliver(Following following, long as, String position, Runnable handler) {
        if (following.ended().isPresent() || !handled(following, as, position)) {
            return;
        }
        try {
            handler.run();
        } catch (RuntimeException | Error e) {
            change(actions -> {
                cancelFollowing(following);
                end(following, "the handler has failed position=" + position + " reason=" + e, actions);
            });
        }
    }

    /** Notes that the handler gets a message; returns false where the subscription has begun anew before that. */
    private boolean handled(Following following, long as, String position) {
        lock.lock();
        try {
            if (as != following.as()) {
                return false;
            }
            following.handled(position);
            sendMore(following);
            ranges.ask(following);
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Lets the server send more, where the handler has little before it. */
    void sendMore(Following following) {
        if (isReady && followings.containsKey(following.as())) {
            long more = following.takeMore();
            if (more > 0) {
                connection.send(ClientRequests.more(following.as(), more));
            }
        }
    }

    void end(Following following, String reason, List<Runnable> actions) {
        if (following != null && following.end(reason)) {
            followings.remove(following.as());
            ranges.forget(following);
            actions.add(() -> following.options().onEnd().accept(reason));
        }
    }

    /** Takes an error: of a subscription, of a hello, or of anything else that this side has asked for. */
    private void refused(ServerAnswer answer, List<Runnable> actions) {
        String reason = answer.text("error");
        if (answer.has("as") && ranges.restarts(followings.get(answer.number("as")), reason, actions)) {
            connection.send(followings.get(answer.number("as")).request());
        } else if (answer.has("as")) {
            end(followings.get(answer.number("as")), reason, actions);
        } else if (!isReady && name != null) {
            // The server does not remember this client, so it is not known whether its last calls have arrived.
            name = null;
            answers.unknown("the call was carried out, and its answer is not known: " + reason, appends, actions);
            appends.unknown(UNKNOWN + reason, actions);
            connection.send(hello());
        }
        actions.add(() -> reports.report(reason));
    }

    CompletableFuture<Long> append(String channel, Invocation call) {
        List<PendingCall> added = new ArrayList<>();
        change(actions -> {
            requireOpen();
            added.add(appends.add(channel, call, PendingCall.Kind.APPEND));
            sendAppends(actions);
        });
        return added.getFirst().result();
    }

    /** Appends a call; what is returned completes with its position when the component has taken it. */
    CompletableFuture<String> appendUntilTaken(String channel, Invocation call) {
        List<PendingCall> added = new ArrayList<>();
        change(actions -> {
            requireOpen();
            answers.require();
            added.add(appends.add(channel, call, PendingCall.Kind.TAKEN));
            answers.addUntaken(added.getFirst());
            sendAppends(actions);
        });
        return added.getFirst().taken();
    }

    /** Appends a call that is answered; cancelling what is returned says that no caller waits for the answer. */
    CompletableFuture<CallResult> call(String channel, Invocation invocation, PendingAnswer.Waits how) {
        List<PendingAnswer> added = new ArrayList<>();
        change(actions -> {
            requireOpen();
            answers.require();
            PendingCall call = appends.add(channel, invocation, PendingCall.Kind.CALL);
            PendingAnswer answer = new PendingAnswer(call.number(), channel, how);
            added.add(answer);
            answers.add(answer);
            sendAppends(actions);
        });
        PendingAnswer answer = added.getFirst();
        return answer.whenCancelled(() -> cancelCall(answer));
    }

    private void cancelCall(PendingAnswer answer) {
        change(_ -> {
            boolean isUnsent = appends.withdraw(answer.channel(), answer.number());
            if (answers.forgetCall(answer.number()) && isReady && !isUnsent) {
                connection.send(ClientRequests.cancelCall(answer.channel(), answer.number()));
            }
        });
    }

    /**
     * Asks a query; cancelling what is returned says that no caller waits for the answer.
     *
     * @param position what the component must have taken or written before; empty for nothing
     */
    CompletableFuture<CallResult> query(String channel, Invocation query, PendingAnswer.Waits how, String position) {
        List<PendingAnswer> added = new ArrayList<>();
        change(actions -> {
            requireOpen();
            answers.require();
            added.add(answers.add(appends.newest(), channel, query, how, 0, position)
                    .answer());
            sendAppends(actions);
        });
        PendingAnswer answer = added.getFirst();
        return answer.whenCancelled(() -> cancelQuery(answer.number()));
    }

    /** Asks a query whose answer comes among the messages of a follower. */
    PendingAnswer ask(String channel, Invocation query, long as) {
        PendingQuery added = answers.add(appends.newest(), channel, query, PendingAnswer.Waits.THREAD, as, "");
        change(this::sendAppends);
        return added.answer();
    }

    void cancelQuery(long number) {
        change(_ -> {
            if (answers.forgetQuery(number) && isReady) {
                connection.send(ClientRequests.cancelQuery(number));
            }
        });
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
            sendMore(following);
            ranges.ask(following);
        });
    }

    void cancel(Following following) {
        change(_ -> {
            following.end("cancelled");
            leave(following);
        });
    }

    /** Ends what a subscription follows; it begins anew with other options and the same handler. */
    void restart(Following following, FollowOptions how) {
        change(_ -> {
            if (following.ended().isEmpty() && !isClosed) {
                leave(following);
                following.restart(nextFollowing++, how);
                followings.put(following.as(), following);
                if (isReady) {
                    connection.send(following.request());
                }
            }
        });
    }

    /** Tells the server that a subscription has ended here. */
    void cancelFollowing(Following following) {
        if (isReady && followings.containsKey(following.as())) {
            connection.send(ClientRequests.cancel(following.as()));
        }
    }

    private void leave(Following following) {
        ranges.forget(following);
        cancelFollowing(following);
        followings.remove(following.as());
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
            appends.fail(_ -> "the client was closed before the server has acknowledged the call", actions);
            answers.fail("the client was closed before an answer came", actions);
            new ArrayList<>(followings.values()).forEach(each -> end(each, "the client was closed", actions));
            if (connection != null) {
                connection.close("this side has closed the client");
            }
            actions.add(() -> options.onState().accept(ClientState.CLOSED));
        });
        deliveries.end();
        return isFirst[0];
    }

    /** Waits until code of users was called for the last time, after {@link #close}. */
    void join() throws InterruptedException {
        deliveries.join();
    }
}
