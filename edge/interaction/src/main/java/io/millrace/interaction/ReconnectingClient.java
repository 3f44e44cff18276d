package io.millrace.interaction;

import io.millrace.concurrent.Uninterruptibly;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * A client that connects again by itself. Its services are used as those of an {@link InteractionClient}; what a lost
 * connection does to a call depends on the call:
 *
 * <ul>
 *   <li>a change with a number is sent again, all of them in the order of their numbers; the server makes none twice;
 *   <li>a call of an {@link Idempotent} method is sent again;
 *   <li>a subscription continues after the last event that its subscriber has seen, or with a new snapshot, of which
 *       the subscriber is told by {@link Subscriber#restarted};
 *   <li>any other call ends with a {@link SessionEndedException}, and is refused while there is no connection; objects
 *       and handlers of the lost session are gone.
 * </ul>
 *
 * <p>What waits for a connection is bounded by the limits of the client, and ends when the client gives up. Any thread
 * may use it. A thread connects; other threads are those of the sessions.
 */
public final class ReconnectingClient implements AutoCloseable {

    private final ClientOptions options;
    private final ReconnectOptions reconnect;
    private final SessionOpener opener;
    private final ModelCache models;
    private final SplittableRandom random = new SplittableRandom();
    private final CountDownLatch closing = new CountDownLatch(1);
    private final CompletableFuture<String> firstName = new CompletableFuture<>();
    private final AtomicReference<String> end = new AtomicReference<>();
    private final Calls calls = new Calls();
    private final Thread connector;

    private final ReentrantLock lock = new ReentrantLock();
    /** Changes without an answer by their numbers, and other calls that are sent again. */
    private final NavigableMap<Long, WaitingCall> changes = new TreeMap<>();

    private final Set<WaitingCall> questions = new LinkedHashSet<>();
    private final Set<ResumingSubscription> subscriptions = new LinkedHashSet<>();
    private long lastChange;
    private boolean hasSentChange;
    private String lostReason = "it has not connected yet";

    private volatile String name = "";
    /** The session that serves calls; null while there is none. */
    private volatile InteractionClient session;
    /** The session that was opened last; perhaps the server has not answered yet. */
    private volatile InteractionClient newest;

    private ReconnectingClient(ClientOptions options, ReconnectOptions reconnect, SessionOpener opener) {
        this.options = Objects.requireNonNull(options, "options");
        this.reconnect = Objects.requireNonNull(reconnect, "reconnect");
        this.opener = Objects.requireNonNull(opener, "opener");
        this.models = new ModelCache(options.types());
        this.name = options.name().orElse("");
        this.connector = Thread.ofPlatform()
                .daemon()
                .name("millrace-interaction-connect")
                .unstarted(this::connect);
    }

    /** Returns a client at once, which connects meanwhile. */
    public static ReconnectingClient open(ClientOptions options, ReconnectOptions reconnect, SessionOpener opener) {
        ReconnectingClient client = new ReconnectingClient(options, reconnect, opener);
        client.connector.start();
        return client;
    }

    /**
     * Returns a service of the server.
     *
     * @throws InteractionException if calls of the interface cannot travel, with all that is wrong
     */
    public <T> T as(Class<T> type) {
        return as(type, Routing.none());
    }

    /**
     * Returns a service of the server whose requests carry a routing.
     *
     * @throws InteractionException if calls of the interface cannot travel, with all that is wrong
     */
    public <T> T as(Class<T> type, Routing routing) {
        return type.cast(ClientProxy.create(calls, models.of(type), 0, Objects.requireNonNull(routing, "routing")));
    }

    /**
     * Returns a service of the server on which one change is called, as {@link InteractionClient#asChange}. A change
     * whose number is taken by one without an answer is refused.
     *
     * @throws InteractionException if calls of the interface cannot travel, or if this client has no name
     */
    public <T> T asChange(Class<T> type, long change) {
        if (change < 1) {
            throw new InteractionException("changes are numbered from 1 change=" + change);
        }
        return numbered(type, change);
    }

    /**
     * Returns a service of the server whose calls are changes. Each gets the number after the greatest that was used.
     *
     * @throws InteractionException if calls of the interface cannot travel, or if this client has no name
     */
    public <T> T asChanges(Class<T> type) {
        return numbered(type, CallTarget.NEXT);
    }

    private <T> T numbered(Class<T> type, long change) {
        if (options.name().isEmpty()) {
            throw new InteractionException("changes are made by a client with a name name=none");
        }
        return type.cast(ClientProxy.create(calls, models.of(type), 0, Routing.none(), change));
    }

    /**
     * Returns the name that the server has given to this client, and waits for the first connection. A name without a
     * change may be replaced by a new one, where a server that was started again does not know it.
     *
     * @throws InteractionException if the client ends before it has a name
     */
    public String name() {
        if (options.name().isEmpty()) {
            throw new InteractionException("this client has not asked for a name");
        }
        if (!firstName.isDone()) {
            requireMayWait("name");
        }
        valueOf(firstName);
        return name;
    }

    /** Returns whether there is a connection, by which the server has answered. */
    public boolean isConnected() {
        return session != null;
    }

    /** Returns why the client has ended, or an empty text before. */
    public String endReason() {
        String reason = end.get();
        return reason == null ? "" : reason;
    }

    /** Returns how many calls are sent again where the connection is lost now. */
    public int waiting() {
        lock.lock();
        try {
            return changes.size() + questions.size();
        } finally {
            lock.unlock();
        }
    }

    private Object call(InterfaceModel model, MethodModel method, Object[] arguments, Routing routing, long change) {
        if (change != 0) {
            method.requireNumbered(0);
            return ask(model, method, arguments, routing, change);
        }
        if (method.pattern() == InteractionPattern.SUBSCRIPTION) {
            return subscribe(model, method, arguments, routing);
        }
        if (method.isIdempotent(arguments)) {
            return ask(model, method, arguments, routing, 0);
        }
        InteractionClient open = session;
        if (open == null) {
            requireOpen();
            throw new SessionEndedException(
                    "there is no connection, and the call was not sent method=" + method + " reason=" + lostReason());
        }
        return open.call(model, method, 0, arguments, routing, 0);
    }

    private String lostReason() {
        lock.lock();
        try {
            return lostReason;
        } finally {
            lock.unlock();
        }
    }

    private void requireOpen() {
        if (end.get() != null) {
            throw new SessionEndedException("the client has ended reason=" + end.get());
        }
    }

    private void requireMayWait(Object method) {
        InteractionClient open = newest;
        if (Thread.currentThread().equals(connector) || (open != null && open.isReceiving())) {
            throw new InteractionException("a call that waits was made in a listener, so its answer could never come;"
                    + " use another thread, or a method that returns a CompletionStage method=" + method);
        }
    }

    private Object ask(InterfaceModel model, MethodModel method, Object[] arguments, Routing routing, long change) {
        if (!method.isAsynchronous()) {
            requireMayWait(method);
        }
        WaitingCall call;
        InteractionClient to;
        CompletableFuture<Object> answer = null;
        lock.lock();
        try {
            requireOpen();
            int max = options.limits().maxPending();
            if (changes.size() + questions.size() >= max) {
                throw new InteractionException("too many calls wait for a connection or their answers max=" + max);
            }
            call = new WaitingCall(
                    model, method, arguments, routing, change == CallTarget.NEXT ? lastChange + 1 : change);
            if (call.change != 0 && changes.putIfAbsent(call.change, call) != null) {
                throw new InteractionException("the change waits for its answer change=" + call.change);
            }
            lastChange = Math.max(lastChange, call.change);
            if (call.change == 0) {
                questions.add(call);
            }
            to = session;
            if (to != null) { // in the order of the numbers, so within the lock
                answer = send(to, call);
            }
        } finally {
            lock.unlock();
        }
        if (answer != null) {
            to.flush();
            take(call, answer);
        }
        return method.isAsynchronous() ? call.outcome : valueOf(call.outcome);
    }

    private CompletableFuture<Object> send(InteractionClient to, WaitingCall call) {
        hasSentChange |= call.change != 0;
        return call.send(to);
    }

    private void take(WaitingCall call, CompletableFuture<Object> answer) {
        var _ = answer.whenComplete((value, error) -> {
            String ended = end.get();
            if (error instanceof SessionEndedException) {
                if (ended != null) {
                    call.end(ended);
                }
                return; // it is sent again in the next session
            }
            remove(call);
            if (error == null) {
                call.outcome.complete(value);
            } else {
                call.outcome.completeExceptionally(error);
            }
        });
    }

    private void remove(WaitingCall call) {
        lock.lock();
        try {
            if (call.change == 0) {
                questions.remove(call);
            } else {
                changes.remove(call.change, call);
            }
        } finally {
            lock.unlock();
        }
    }

    static <T> T valueOf(CompletableFuture<T> outcome) {
        try {
            return outcome.join();
        } catch (CompletionException e) {
            Throwable cause = e.getCause();
            throw cause instanceof SessionEndedException
                    ? new SessionEndedException(cause.getMessage(), cause)
                    : new InteractionException(cause.getMessage(), cause);
        }
    }

    private Object subscribe(InterfaceModel model, MethodModel method, Object[] arguments, Routing routing) {
        if (!method.isAsynchronous()) {
            requireMayWait(method);
        }
        ResumingSubscription subscription = new ResumingSubscription(this, model, method, arguments, routing);
        InteractionClient to;
        lock.lock();
        try {
            requireOpen();
            int max = options.limits().maxSubscriptions();
            if (subscriptions.size() >= max) {
                throw new InteractionException("too many subscriptions are open max=" + max);
            }
            subscriptions.add(subscription);
            to = session;
        } finally {
            lock.unlock();
        }
        if (to != null) {
            subscription.connect(to);
        }
        return method.isAsynchronous() ? subscription.outcome : valueOf(subscription.outcome);
    }

    /** Forgets a subscription that has ended. */
    void remove(ResumingSubscription subscription) {
        lock.lock();
        try {
            subscriptions.remove(subscription);
        } finally {
            lock.unlock();
        }
    }

    /** Connects again and again; the thread of this client. */
    private void connect() {
        long lostNs = System.nanoTime();
        int failed = 0;
        while (end.get() == null) {
            String reason;
            boolean isNameKnown = true;
            try {
                InteractionClient opened = openSession();
                failed = 0;
                established(opened);
                tell(ConnectionState.CONNECTED, "");
                reason = opened.awaitEnd();
                lost(reason);
                opened.close();
                lostNs = System.nanoTime();
                if (end.get() == null) {
                    tell(ConnectionState.DISCONNECTED, reason);
                }
            } catch (RuntimeException | Error e) { // also of a transport that is not ours
                reason = e instanceof InteractionException ? e.getMessage() : e.toString();
                isNameKnown = !(e instanceof UnknownClientException);
                failed++;
                lost(reason);
            }
            if (end.get() == null && !mayContinue(failed, lostNs, reason, isNameKnown)) {
                return;
            }
            pause(failed);
        }
    }

    private InteractionClient openSession() {
        InteractionClient opened = opener.open(options.name().isPresent() ? options.withName(name) : options);
        newest = opened;
        try {
            if (end.get() != null) {
                throw new SessionEndedException("the client has ended reason=" + end.get());
            }
            String given = opened.greeting();
            if (options.name().isPresent()) {
                name = given;
            }
            firstName.complete(given);
            return opened;
        } catch (RuntimeException | Error e) {
            opened.close();
            throw e;
        }
    }

    private void established(InteractionClient opened) {
        List<WaitingCall> again = new ArrayList<>();
        List<CompletableFuture<Object>> answers = new ArrayList<>();
        List<ResumingSubscription> continued;
        lock.lock();
        try {
            again.addAll(changes.values());
            again.addAll(questions);
            for (WaitingCall call : again) {
                answers.add(send(opened, call));
                opened.flush(); // more may wait than a transport takes at once
            }
            continued = List.copyOf(subscriptions);
            session = opened;
        } finally {
            lock.unlock();
        }
        for (int i = 0; i < again.size(); i++) {
            take(again.get(i), answers.get(i));
        }
        continued.forEach(subscription -> subscription.connect(opened));
    }

    private void lost(String reason) {
        lock.lock();
        try {
            session = null;
            lostReason = reason;
        } finally {
            lock.unlock();
        }
    }

    /** Returns whether another attempt follows; otherwise the client has ended. */
    private boolean mayContinue(int failed, long lostNs, String reason, boolean isNameKnown) {
        String why = "";
        if (!isNameKnown) {
            if (options.name().filter(String::isEmpty).isPresent() && !hasSentChange()) {
                name = ""; // it has changed nothing, so a new name is as good
                return true;
            }
            why = reason;
        } else if (reconnect.maxAttempts() > 0 && failed >= reconnect.maxAttempts()) {
            why = "attempts to connect have failed attempts=" + failed + " reason=" + reason;
        } else if (System.nanoTime() - lostNs > reconnect.giveUpAfter().toNanos()) {
            why = "there was no connection giveUpAfter=" + reconnect.giveUpAfter() + " reason=" + reason;
        }
        if (why.isEmpty()) {
            return true;
        }
        end(why);
        tell(ConnectionState.GAVE_UP, why);
        return false;
    }

    private boolean hasSentChange() {
        lock.lock();
        try {
            return hasSentChange;
        } finally {
            lock.unlock();
        }
    }

    private void pause(int failed) {
        long longestNs = reconnect.longestPause().toNanos();
        long wholeNs = reconnect.firstPause().toNanos();
        for (int i = 1; i < failed && wholeNs < longestNs; i++) {
            wholeNs *= 2;
        }
        wholeNs = Math.min(wholeNs, longestNs);
        long pauseNs = wholeNs - random.nextLong(wholeNs / 2 + 1);
        try {
            var _ = closing.await(pauseNs, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            end("the thread that connects was interrupted"); // only a foreign thread group can do that
        }
    }

    private void tell(ConnectionState state, String reason) {
        guarded(() -> reconnect.listener().changed(state, reason));
    }

    private void guarded(Runnable calls) {
        try {
            calls.run();
        } catch (RuntimeException | Error e) {
            Consumer<Throwable> handler = options.errorHandler();
            try {
                handler.accept(e);
            } catch (RuntimeException | Error worse) {
                System.getLogger(ReconnectingClient.class.getPackageName())
                        .log(System.Logger.Level.ERROR, "the error handler of a client failed", worse);
            }
        }
    }

    private void end(String reason) {
        if (!end.compareAndSet(null, reason)) {
            return;
        }
        closing.countDown();
        InteractionClient open = newest;
        if (open != null) {
            open.close(); // before the lock: what holds it may wait for this connection
        }
        List<WaitingCall> waiting = new ArrayList<>();
        List<ResumingSubscription> running;
        lock.lock();
        try {
            waiting.addAll(changes.values());
            waiting.addAll(questions);
            changes.clear();
            questions.clear();
            running = List.copyOf(subscriptions);
            session = null;
        } finally {
            lock.unlock();
        }
        firstName.completeExceptionally(new SessionEndedException("the client has ended reason=" + reason));
        waiting.forEach(call -> call.end(reason));
        running.forEach(subscription -> guarded(() -> subscription.end(reason)));
    }

    /** Ends the client and whatever waits, with a reason, and waits for its threads; in a listener not for those. */
    @Override
    public void close() {
        end("this client has closed the session");
        InteractionClient open = newest;
        boolean isListener = open != null && open.isReceiving();
        if (!isListener && !Thread.currentThread().equals(connector)) {
            Uninterruptibly.join(connector);
        }
    }

    /** Takes the calls of the services. */
    private final class Calls implements CallTarget {

        @Override
        public Object call(
                InterfaceModel model,
                MethodModel method,
                long target,
                Object[] arguments,
                Routing routing,
                long change) {
            return ReconnectingClient.this.call(model, method, arguments, routing, change);
        }

        @Override
        public void release(long target) {
            throw new IllegalStateException("services are not released target=" + target);
        }
    }
}
