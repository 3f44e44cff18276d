package io.millrace.interaction;

import io.millrace.concurrent.Uninterruptibly;
import io.millrace.wire.ValuesCodec;
import io.millrace.wire.WireException;
import io.millrace.wire.WireFormat;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * One session of a client with a server: it makes the interfaces of the server's services, whose calls travel. Any
 * thread may call them. Listeners are called by the thread that receives, one call after the other; such a call must
 * not wait for an answer.
 *
 * <p>Whatever waits ends once: with its answer, when its time is over, or with the connection. What has ended takes no
 * answer any more; one that comes late is dropped and counted.
 */
public final class InteractionClient implements AutoCloseable {

    private static final int LOOKS = 16;
    private static final long SHORTEST_PAUSE_NS = 1_000_000;
    private static final long LONGEST_PAUSE_NS = 100_000_000;

    private final ClientOptions options;
    private final ModelCache models;
    private final FrameFormat format;
    private final PendingCalls pending;
    private final Map<Long, ClientListener> listeners = new ConcurrentHashMap<>();
    private final AtomicInteger openListeners = new AtomicInteger();
    private final AtomicReference<String> end = new AtomicReference<>();
    private final AtomicLong lateAnswers = new AtomicLong();
    private final ReentrantLock sending = new ReentrantLock();
    private final Frame sent = new Frame();
    private final CompletableFuture<String> greeted = new CompletableFuture<>();
    private final CompletableFuture<String> over = new CompletableFuture<>();
    private final Calls calls = new Calls();
    private final Thread watch;
    private FrameTransport transport;
    private volatile Thread receiving;

    private InteractionClient(ClientOptions options) {
        this.options = options;
        this.models = new ModelCache(options.types());
        this.format = options.format() == WireFormat.JSON
                ? new JsonFrames(options.limits())
                : new BinaryFrames(options.limits());
        this.pending = new PendingCalls(options.limits().maxPending());
        this.watch =
                Thread.ofPlatform().daemon().name("millrace-interaction-watch").unstarted(this::watch);
    }

    /**
     * Opens a session over a transport.
     *
     * @param options the choices
     * @param transport gets what receives frames, and returns what sends them; it may receive at once
     */
    public static InteractionClient open(ClientOptions options, Function<FrameReceiver, FrameTransport> transport) {
        InteractionClient client = new InteractionClient(options);
        client.transport = transport.apply(client.new Receiver());
        Frame hello = new Frame()
                .set(FrameKind.HELLO, 0)
                .withName(options.name().orElse(null))
                .withToken(options.token());
        try {
            client.send(hello, null, null);
        } catch (RuntimeException | Error e) {
            client.transport.close("the greeting was not sent: " + e.getMessage());
            throw e;
        }
        client.watch.start();
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
     * Returns a service of the server on which one change is called. A change of a number that the server knows is not
     * carried out again: it is answered as before, or with an error which says that it was carried out, that it was
     * not, or that this is not known. So a change without an answer can be called again, in a later session with the
     * {@link #name} of this one. A client numbers its changes upward, all services together, and calls those that have
     * no answer first.
     *
     * @param type the service; its methods that return a value may be called
     * @param change the number of the change, from 1
     * @throws InteractionException if calls of the interface cannot travel, with all that is wrong, or if this client
     *     has no name
     */
    public <T> T asChange(Class<T> type, long change) {
        if (change < 1 || options.name().isEmpty()) {
            throw new InteractionException("changes are numbered from 1, by a client with a name change=" + change);
        }
        return type.cast(ClientProxy.create(calls, models.of(type), 0, Routing.none(), change));
    }

    /**
     * Returns the name that the server has given to this client, and waits for it.
     *
     * @throws UnknownClientException if the server does not know the name that this client had
     * @throws InteractionException if the session ends, or no name comes in the time for an answer
     */
    public String name() {
        if (options.name().isEmpty()) {
            throw new InteractionException("this client has not asked for a name");
        }
        return greeting();
    }

    /** Waits for the greeting of the server, and returns the name that is in it; empty for a client without a name. */
    String greeting() {
        if (!greeted.isDone() && isReceiving()) {
            throw new InteractionException("a listener cannot wait for the name of this client");
        }
        try {
            return greeted.get(options.callTimeout().toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InteractionException("interrupted while waiting for the name of this client", e);
        } catch (TimeoutException e) {
            throw new InteractionException("no greeting came in time callTimeout=" + options.callTimeout(), e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UnknownClientException unknown) {
                throw new UnknownClientException(unknown.getMessage());
            }
            throw new InteractionException(e.getCause().getMessage(), e);
        }
    }

    /** Returns why the session has ended, or an empty text while it is open. */
    public String endReason() {
        String reason = end.get();
        return reason == null ? "" : reason;
    }

    /** Returns what it has at this moment. */
    public ClientCounts counts() {
        return new ClientCounts(pending.size(), listeners.size(), lateAnswers.get());
    }

    /** Waits until the session has ended and whatever waits has learned that, and returns the reason. */
    String awaitEnd() {
        return over.join();
    }

    /** Returns whether this is the thread that receives, while it calls a listener. */
    boolean isReceiving() {
        return Thread.currentThread().equals(receiving);
    }

    /**
     * Makes a call on a service whose answer comes by a stage, whatever its method returns. It may be sent with the
     * next {@link #flush}.
     *
     * @param whenLost learns the end of the session in place of the subscriber; null where there is none
     */
    CompletableFuture<Object> begin(
            InterfaceModel model,
            MethodModel method,
            Object[] arguments,
            Routing routing,
            long change,
            Consumer<String> whenLost) {
        requireOpen();
        if (change != 0) {
            method.requireNumbered(0);
        }
        PendingCall call = PendingCall.staged(
                method, arguments, System.nanoTime() + options.callTimeout().toNanos());
        call.whenLost = whenLost;
        start(model, method, 0, call, method.routing(arguments, routing), change);
        return call.future();
    }

    /** Sends what was begun. */
    void flush() {
        transport.flush();
    }

    /** Makes a call; returns its value, its stage, or null where there is nothing to return. */
    Object call(
            InterfaceModel model, MethodModel method, long target, Object[] arguments, Routing otherwise, long change) {
        requireOpen();
        if (change != 0) {
            method.requireNumbered(target);
        }
        Routing routing = method.routing(arguments, otherwise);
        if (method.pattern() == InteractionPattern.ONE_WAY) {
            write(model, method, target, 0, arguments, routing, 0);
            transport.flush();
            return null;
        }
        long nowNs = System.nanoTime();
        PendingCall call =
                PendingCall.of(method, arguments, nowNs + options.callTimeout().toNanos());
        if (call.hasWaiter() && isReceiving()) {
            throw new InteractionException("a call that waits was made in a listener, so its answer could never come;"
                    + " use another thread, or a method that returns a CompletionStage method=" + method);
        }
        start(model, method, target, call, routing, change);
        transport.flush();
        if (!call.hasWaiter()) {
            return call.stage();
        }
        return answer(call);
    }

    private void start(
            InterfaceModel model, MethodModel method, long target, PendingCall call, Routing routing, long change) {
        pending.add(call);
        try {
            listen(call);
            write(model, method, target, call.number, call.arguments, routing, change);
        } catch (RuntimeException | Error e) {
            forget(call);
            throw e;
        }
        if (end.get() != null && pending.take(call)) { // the end may have been before this call was there
            dropListener(call.number);
            throw ended();
        }
    }

    private Object answer(PendingCall call) {
        call.await(options.spin().toNanos());
        if (!call.isComplete()) {
            if (pending.take(call)) {
                dropListener(call.number);
                throw tooLate(call);
            }
            while (!call.isComplete()) { // another thread has just taken it, and completes it
                Thread.onSpinWait();
            }
        }
        return call.value();
    }

    private InteractionException tooLate(PendingCall call) {
        return new InteractionException(
                "no answer came in time method=" + call.method + " callTimeout=" + options.callTimeout());
    }

    private SessionEndedException ended() {
        return new SessionEndedException("the session has ended reason=" + end.get());
    }

    private void requireOpen() {
        if (end.get() != null) {
            throw ended();
        }
    }

    private void listen(PendingCall call) {
        if (!call.method.hasListener() || call.callback() != null) {
            return;
        }
        int max = options.limits().maxSubscriptions();
        if (openListeners.incrementAndGet() > max) {
            openListeners.decrementAndGet();
            throw new InteractionException("too many subscriptions are open max=" + max);
        }
        Subscriber subscriber = (Subscriber) call.method.listener(call.arguments);
        listeners.put(
                call.number, new ClientListener(subscriber, call.method.listenerModel(call.arguments), call.whenLost));
    }

    private void forget(PendingCall call) {
        pending.take(call);
        dropListener(call.number);
    }

    private ClientListener dropListener(long number) {
        ClientListener dropped = listeners.remove(number);
        if (dropped != null) {
            openListeners.decrementAndGet();
        }
        return dropped;
    }

    private void write(
            InterfaceModel model,
            MethodModel method,
            long target,
            long number,
            Object[] arguments,
            Routing routing,
            long change) {
        Optional<ResumePoint> after = method.pattern() == InteractionPattern.SUBSCRIPTION
                ? ((Subscriber) method.listener(arguments)).after()
                : Optional.empty();
        sending.lock();
        try {
            if (after.isPresent()) {
                write(sent.set(FrameKind.AFTER, number).withText(after.get().toText()), null, null);
            }
            sent.set(FrameKind.CALL, number)
                    .withTarget(target)
                    .withChange(change)
                    .withMethod(model.name(), method.name())
                    .withRouting(routing);
            write(sent, method.arguments(), method.sent(arguments));
        } finally {
            sending.unlock();
        }
    }

    private void send(Frame frame, ValuesCodec codec, Object[] row) {
        sending.lock();
        try {
            write(frame, codec, row);
        } finally {
            sending.unlock();
        }
        transport.flush();
    }

    private void write(Frame frame, ValuesCodec codec, Object[] row) {
        try {
            format.write(frame, codec, row, transport);
        } catch (WireException e) {
            throw new InteractionException("the arguments cannot be sent: " + e.getMessage(), e);
        }
    }

    private void release(long target) {
        if (end.get() == null) {
            send(new Frame().set(FrameKind.RELEASE, 0).withTarget(target), null, null);
        }
    }

    private void watch() {
        long pauseNs = Math.clamp(options.callTimeout().toNanos() / LOOKS, SHORTEST_PAUSE_NS, LONGEST_PAUSE_NS);
        while (end.get() == null) {
            LockSupport.parkNanos(this, pauseNs);
            long nowNs = System.nanoTime();
            for (PendingCall late : pending.takeIf(call -> !call.hasWaiter() && nowNs - call.deadlineNs >= 0)) {
                dropListener(late.number);
                guarded(() -> late.fail(tooLate(late)));
            }
        }
    }

    /** Runs what calls foreign code, whose errors go to the error handler. */
    private void guarded(Runnable calls) {
        try {
            calls.run();
        } catch (Throwable e) {
            try {
                options.errorHandler().accept(e);
            } catch (RuntimeException | Error worse) {
                System.getLogger(InteractionClient.class.getPackageName())
                        .log(System.Logger.Level.ERROR, "the error handler of a client failed", worse);
            }
        }
    }

    private void end(String reason) {
        if (!end.compareAndSet(null, reason)) {
            return;
        }
        LockSupport.unpark(watch);
        greeted.completeExceptionally(ended());
        for (PendingCall call : pending.takeIf(_ -> true)) {
            dropListener(call.number);
            guarded(() -> call.fail(ended()));
        }
        for (Long number : List.copyOf(listeners.keySet())) {
            ClientListener listener = dropListener(number);
            if (listener != null && listener.end()) {
                guarded(() -> listener.lost(reason));
            }
        }
        over.complete(reason);
    }

    private void endListener(long number, String reason) {
        ClientListener listener = dropListener(number);
        if (listener != null && listener.end()) {
            guarded(() -> listener.subscriber.ended(reason));
        }
    }

    /** Ends the session and whatever waits, with a reason, and waits for its thread. */
    @Override
    public void close() {
        String reason = "this client has closed the session";
        end(reason);
        transport.close(reason);
        if (!Thread.currentThread().equals(watch)) {
            Uninterruptibly.join(watch);
        }
    }

    /** Takes the calls of the objects of this client. */
    private final class Calls implements CallTarget {

        @Override
        public Object call(
                InterfaceModel model,
                MethodModel method,
                long target,
                Object[] arguments,
                Routing routing,
                long change) {
            return InteractionClient.this.call(model, method, target, arguments, routing, change);
        }

        @Override
        public void release(long target) {
            InteractionClient.this.release(target);
        }
    }

    /** Takes the frames of the server. */
    private final class Receiver implements FrameReceiver {

        private final Frame frame = new Frame();

        @Override
        public void received(ByteBuffer bytes) {
            receiving = Thread.currentThread();
            try {
                if (format.read(bytes, frame)) {
                    take();
                }
            } catch (InteractionException | WireException e) {
                String reason = "the server has sent what is no frame: " + e.getMessage();
                end(reason);
                transport.close(reason);
            } finally {
                receiving = null;
            }
        }

        private void take() {
            switch (frame.kind) {
                case HELLO -> greeted.complete(frame.name == null ? "" : frame.name);
                case ANSWER, PROXY -> answered();
                case ERROR, UNKNOWN -> failed();
                case EVENT -> event();
                case LIVE -> withSubscriber(subscriber -> subscriber.live(frame.text));
                case ENDED -> endListener(frame.call, frame.text);
                case POSITION -> position();
                case RESTARTED -> withSubscriber(subscriber -> subscriber.restarted(frame.text));
                case CALL, RELEASE, SCHEMA, CHANGE, AFTER ->
                    throw new InteractionException("frame is none of a server kind=" + frame.kind);
            }
        }

        private PendingCall taken() {
            PendingCall call = pending.take(frame.call);
            if (call == null) {
                late();
            }
            return call;
        }

        private void late() {
            if (!pending.wasGiven(frame.call)) {
                throw new InteractionException("an answer belongs to no call call=" + frame.call);
            }
            lateAnswers.incrementAndGet();
        }

        private void answered() {
            PendingCall call = taken();
            if (call == null) {
                if (frame.kind == FrameKind.PROXY) {
                    release(frame.target); // no caller has it
                }
                return;
            }
            Object value;
            try {
                ResultModel result = call.method.result(call.arguments);
                if (result.isProxy() != (frame.kind == FrameKind.PROXY)) {
                    throw new InteractionException("an answer is of another kind kind=" + frame.kind);
                }
                value = result.isProxy()
                        ? ClientProxy.create(calls, result.proxy(), frame.target, Routing.none())
                        : first(format.values(result.values()));
            } catch (InteractionException | WireException e) {
                dropListener(call.number);
                call.fail(new InteractionException(
                        "the answer cannot be read method=" + call.method + ": " + e.getMessage(), e));
                return;
            }
            guarded(() -> call.succeed(value));
        }

        private static Object first(Object[] row) {
            return row.length == 0 ? null : row[0];
        }

        private void failed() {
            if (frame.call == 0) {
                if (frame.kind == FrameKind.UNKNOWN) {
                    greeted.completeExceptionally(new UnknownClientException(frame.text));
                }
                end("the server has ended the session: " + frame.text);
                return;
            }
            PendingCall call = taken();
            if (call != null) {
                dropListener(call.number);
                InteractionException error = new InteractionException(frame.text);
                guarded(() -> call.fail(error));
            }
        }

        private void event() {
            ClientListener listener = listeners.get(frame.call);
            if (listener != null) {
                deliver(listener.subscriber, listener.model);
                return;
            }
            PendingCall call = pending.find(frame.call);
            if (call == null || call.callback() == null) {
                late();
            } else if (pending.take(call)) {
                try {
                    deliver(call.callback(), call.method.listenerModel(call.arguments));
                } catch (InteractionException | WireException e) {
                    guarded(() -> call.fail(new InteractionException(
                            "the answer cannot be read method=" + call.method + ": " + e.getMessage(), e)));
                }
            }
        }

        private void deliver(Object listener, InterfaceModel model) {
            MethodModel method = model.method(frame.method);
            if (method == null) {
                throw new InteractionException("a listener has no such method method=" + frame.method + " known="
                        + model.methods().keySet());
            }
            Object[] row = format.values(method.arguments());
            guarded(() -> invoke(method, listener, row));
        }

        private static void invoke(MethodModel method, Object listener, Object[] row) {
            try {
                method.invoke(listener, row);
            } catch (RuntimeException | Error e) {
                throw e;
            } catch (Throwable e) {
                throw new InteractionException("a listener has failed method=" + method, e);
            }
        }

        private void withSubscriber(Consumer<Subscriber> call) {
            ClientListener listener = listeners.get(frame.call);
            if (listener != null) {
                guarded(() -> call.accept(listener.subscriber));
            }
        }

        private void position() {
            int space = frame.text.indexOf(' ');
            String point = space < 0 ? frame.text : frame.text.substring(0, space);
            ResumePoint complete = ResumePoint.parse(point);
            long event = space < 0 ? -1 : ResumePoint.number(frame.text.substring(space + 1), frame.text);
            withSubscriber(subscriber -> subscriber.position(complete, event));
        }

        @Override
        public void closed(String reason) {
            end(reason);
        }
    }
}
