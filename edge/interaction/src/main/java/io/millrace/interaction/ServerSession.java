package io.millrace.interaction;

import io.millrace.wire.ValuesCodec;
import io.millrace.wire.WireException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * One session of a server: it reads the calls of the client, lets the executor of the server make them, and sends what
 * they answer. All that the client makes it keep is counted and ends with it: calls that are not answered, objects,
 * subscriptions and handlers.
 */
final class ServerSession implements FrameReceiver {

    private final InteractionServer server;
    private final long number;
    private final FrameTransport transport;
    private final Predicate<Class<?>> mayCall;
    /** What knows the owner of the token in the first frame, or null where there needs to be none. */
    private final Function<String, Optional<String>> owners;

    private final Frame received = new Frame();
    private final Frame sent = new Frame();
    private final ReentrantLock sending = new ReentrantLock();
    private final AtomicInteger pending = new AtomicInteger();
    private final AtomicReference<String> end = new AtomicReference<>();

    private final SessionObjects objects;
    private final Map<ServerListener, Boolean> callbacks = new ConcurrentHashMap<>();
    private volatile FrameFormat format;

    /** Why the client has no name; ends the session at its next frame. */
    private volatile String refusal;

    /** The call that follows, and where its events begin; for the thread that receives. */
    private long resumedCall;

    private Optional<ResumePoint> resumedAfter = Optional.empty();

    /** Whose client this is; empty for one that shows nothing. */
    private volatile String principal;

    /** Whether calls are taken; for the thread that receives. */
    private boolean isAdmitted;

    /** The client where it has a name; for the executor. */
    private volatile NumberedClient client;

    ServerSession(
            InteractionServer server,
            long number,
            FrameTransport transport,
            String principal,
            Predicate<Class<?>> mayCall,
            Function<String, Optional<String>> owners) {
        this.server = server;
        this.number = number;
        this.transport = transport;
        this.mayCall = mayCall;
        this.principal = principal;
        this.owners = owners;
        this.isAdmitted = owners == null;
        this.objects = new SessionObjects(server.limits());
    }

    boolean isOpen() {
        return end.get() == null;
    }

    /** Returns the name of its client, or else the number of the session. */
    String name() {
        NumberedClient named = client;
        return named != null ? named.name : (principal.isEmpty() ? "#" : principal + "/#") + number;
    }

    private void show(Conversations.Speaker speaker, Frame frame, ValuesCodec codec, Object[] row) {
        if (server.conversations().isWatched()) {
            server.conversations().show(name(), speaker, frame, codec, row);
        }
    }

    @Override
    public void received(ByteBuffer bytes) {
        if (!isOpen()) {
            return;
        }
        if (refusal != null) {
            end(refusal);
            return;
        }
        try {
            if (format == null) {
                format = transport.carriesText()
                        ? new JsonFrames(server.limits())
                        : FrameFormat.of(bytes, server.limits());
            }
            if (bytes.remaining() > server.limits().maxFrameBytes()) {
                throw new InteractionException("a frame is too long bytes=" + bytes.remaining() + " max="
                        + server.limits().maxFrameBytes());
            }
            if (format.read(bytes, received)) {
                admit();
                take();
            }
        } catch (InteractionException | WireException e) {
            server.refused.increment();
            error(0, String.valueOf(e.getMessage()));
            end(String.valueOf(e.getMessage()));
        }
    }

    private void admit() {
        if (isAdmitted) {
            return;
        }
        Optional<String> owner = received.kind == FrameKind.HELLO ? owners.apply(received.token) : Optional.empty();
        if (owner.isEmpty()) {
            throw new InteractionException("token is missing or wrong; the first frame is a greeting with the token");
        }
        principal = owner.get();
        isAdmitted = true;
    }

    private void take() {
        if (received.kind != FrameKind.CALL) {
            show(Conversations.Speaker.CLIENT, received, null, null);
        }
        switch (received.kind) {
            case HELLO -> hello(received.name);
            case CALL -> call();
            case AFTER -> {
                resumedAfter = Optional.of(ResumePoint.parse(received.text));
                resumedCall = received.call;
            }
            case RELEASE -> release(received.target);
            default -> throw new InteractionException("frame is none of a client kind=" + received.kind);
        }
    }

    private void hello(String name) {
        if (name == null) {
            send(FrameKind.HELLO, 0, 0, "");
        } else {
            server.executor().execute(() -> greet(name)); // once the served components have their inputs
        }
    }

    private void greet(String name) {
        if (!isOpen()) {
            return;
        }
        try {
            if (client != null) {
                throw new InteractionException("the client of a session has one name name=" + client.name);
            }
            client = server.numbers().greet(name, principal);
        } catch (InteractionException e) {
            server.refused.increment();
            send(e instanceof UnknownClientException ? FrameKind.UNKNOWN : FrameKind.ERROR, 0, 0, e.getMessage());
            refusal = e.getMessage(); // the client ends the session; to end it here could overtake the reason
            return;
        }
        sending.lock();
        try {
            format.write(sent.set(FrameKind.HELLO, 0).withName(client.name), null, null, transport);
            show(Conversations.Speaker.SERVER, sent, null, null);
        } catch (InteractionException e) {
            closed(String.valueOf(e.getMessage())); // the connection has ended
            return;
        } finally {
            sending.unlock();
        }
        transport.flush();
    }

    /** Reads a call in the thread that receives, and gives it to the executor. */
    private void call() {
        long number = received.call;
        try {
            ServedObject object = object();
            if (object == null) {
                return;
            }
            MethodModel method = object.model().method(received.method);
            if (method == null) {
                throw new InteractionException("there is no such call interface="
                        + object.model().raw().getSimpleName() + " method=" + FrameFormat.shortened(received.method)
                        + " known=" + object.model().methods().keySet());
            }
            boolean isOneWay = method.pattern() == InteractionPattern.ONE_WAY;
            if (isOneWay == (number != 0)) {
                throw new InteractionException(
                        (isOneWay ? "call has no answer, so its number is 0" : "call needs a number") + " method="
                                + method + " call=" + number);
            }
            long change = received.change;
            if (change != 0) {
                method.requireNumbered(received.target);
            }
            Object[] arguments = format.values(method.arguments());
            if (pending.incrementAndGet() > server.limits().maxPending()) {
                pending.decrementAndGet();
                throw new InteractionException("too many calls of this client wait for their answers max="
                        + server.limits().maxPending());
            }
            Routing routing = received.routing;
            Optional<ResumePoint> after = resumedCall == number ? resumedAfter : Optional.empty();
            resumedAfter = Optional.empty();
            show(Conversations.Speaker.CLIENT, received, method.arguments(), arguments);
            server.executor().execute(() -> {
                if (change == 0) {
                    make(object, method, number, arguments, routing, after);
                } else {
                    change(object, method, number, arguments, routing, change);
                }
            });
        } catch (InteractionException | WireException e) {
            show(Conversations.Speaker.CLIENT, received, null, null);
            refuse(number, e);
        }
    }

    /** Returns the object that is called, or null for a call without an answer on an object that has just gone. */
    private ServedObject object() {
        if (received.target != 0) {
            ServedObject found = objects.find(received.target);
            if (found == null && received.call != 0) {
                throw new InteractionException("there is no such object object=" + received.target);
            }
            return found;
        }
        ServedInterface found = server.find(received.interfaceName);
        if (found == null) {
            throw new InteractionException("there is no such interface interface="
                    + FrameFormat.shortened(received.interfaceName) + " known=" + server.names());
        }
        if (!mayCall.test(found.model().raw())) {
            throw new InteractionException("this client may not call the interface interface="
                    + found.model().name());
        }
        return new ServedObject(found.byRouting().apply(received.routing), found.model(), null);
    }

    private void refuse(long number, RuntimeException error) {
        server.refused.increment();
        error(number, String.valueOf(error.getMessage()));
        if (number == 0) {
            end(String.valueOf(error.getMessage()));
        }
    }

    /** Makes a call, in the thread of the executor. */
    private void make(
            ServedObject on,
            MethodModel method,
            long number,
            Object[] arguments,
            Routing routing,
            Optional<ResumePoint> after) {
        if (!isOpen()) {
            return;
        }
        server.calls.increment();
        ServerListener listener = null;
        try {
            InterfaceModel listens =
                    method.hasListener() ? method.listenerModel(method.all(arguments, routing, null)) : null;
            if (listens != null) {
                listener = listener(number, listens, method.pattern(), after);
            }
            Object[] all = method.all(arguments, routing, listener == null ? null : listener.proxy());
            before(on, method, all);
            Object returned = method.invoke(on.object(), all);
            if (listener != null) {
                listener.begin();
            }
            answer(method, number, method.result(all), returned, listener);
            after(on, method, all);
        } catch (Throwable e) {
            failed(number, method, e, listener);
        }
    }

    /** Makes a call with the number of a change, or finds what it has answered; in the thread of the executor. */
    private void change(
            ServedObject on, MethodModel method, long number, Object[] arguments, Routing routing, long change) {
        if (!isOpen()) {
            return;
        }
        server.calls.increment();
        try {
            if (client == null) {
                throw new InteractionException(
                        "a change has a number in a session with a name; ask for one in the greeting change=" + change);
            }
            Object[] all = method.all(arguments, routing, null);
            ResultModel result = method.result(all);
            NumberedChange numbered = server.numbers().begin(client, change, method.toString());
            if (numbered.begin()) {
                carryOut(numbered, on, method, all);
            }
            numbered.outcome().whenComplete((value, error) -> answerChange(number, method, result, value, error));
        } catch (Throwable e) {
            failed(number, method, e, null);
        }
    }

    private void carryOut(NumberedChange change, ServedObject on, MethodModel method, Object[] all) {
        change.outcome().whenComplete((_, _) -> server.numbers().answered(change));
        try {
            Object returned =
                    ScopedValue.where(NumberedChange.CURRENT, change).call(() -> method.invoke(on.object(), all));
            change.requireTaken();
            if (!method.isAsynchronous()) {
                change.succeed(returned);
            } else if (returned == null) {
                throw new InteractionException("a service has returned no stage method=" + method + " value=null");
            } else {
                ((CompletionStage<?>) returned).whenComplete((value, error) -> {
                    if (error != null) {
                        change.fail(error);
                    } else {
                        change.succeed(value);
                    }
                });
            }
        } catch (Throwable e) {
            change.fail(change.isFound() ? NumberedChange.notKnown(change.number) : e);
        }
    }

    private void answerChange(long number, MethodModel method, ResultModel result, Object value, Throwable error) {
        if (error != null) {
            failed(number, method, error, null);
            return;
        }
        try {
            answerValue(method, number, result, value, null);
        } catch (RuntimeException | Error e) {
            failed(number, method, e, null);
        }
    }

    private ServerListener listener(
            long number, InterfaceModel listens, InteractionPattern pattern, Optional<ResumePoint> after) {
        ServerListener listener = new ServerListener(this, number, listens, pattern, after);
        if (listener.isCallback()) {
            callbacks.put(listener, true);
        } else {
            objects.admit(pattern);
        }
        return listener;
    }

    private static void before(ServedObject on, MethodModel method, Object[] all) {
        if (on.isSubscription() && method.name().equals("more")) {
            on.listener().addCredit((Long) all[0]);
        }
    }

    private static void after(ServedObject on, MethodModel method, Object[] all) {
        if (on.isSubscription() && method.name().equals("cancel")) {
            on.listener().finish(String.valueOf(all[0]));
        }
    }

    private void answer(MethodModel method, long number, ResultModel result, Object returned, ServerListener listener) {
        if (listener != null && listener.isCallback()) {
            return; // what it waits for comes later
        }
        if (method.isAsynchronous()) {
            if (returned == null) {
                throw new InteractionException("a service has returned no stage method=" + method + " value=null");
            }
            ((CompletionStage<?>) returned).whenComplete((value, error) -> {
                if (error != null) {
                    failed(number, method, error, listener);
                } else {
                    try {
                        answerValue(method, number, result, value, listener);
                    } catch (RuntimeException | Error e) {
                        failed(number, method, e, listener);
                    }
                }
            });
        } else {
            answerValue(method, number, result, returned, listener);
        }
    }

    private void answerValue(
            MethodModel method, long number, ResultModel result, Object value, ServerListener listener) {
        if (number != 0) {
            if (!result.isProxy()) {
                sendValues(FrameKind.ANSWER, number, method, result.values(), new Object[] {value});
            } else if (value == null) {
                throw new InteractionException("a service has returned no object method=" + method + " value=null");
            } else {
                send(FrameKind.PROXY, number, add(new ServedObject(value, result.proxy(), listener)), "");
            }
        }
        completed();
    }

    /** Keeps an object for the client; one that cannot be kept is closed. */
    private long add(ServedObject object) {
        long target;
        try {
            target = objects.add(object);
        } catch (InteractionException e) {
            close(object, e.getMessage());
            throw e;
        }
        if (object.listener() != null && !object.listener().belongsTo(target)) {
            objects.remove(target); // it has ended while it was made
        }
        if (!isOpen() && objects.remove(target) != null) {
            close(object, end.get());
        }
        return target;
    }

    /** Counts a call that has its answer. */
    void completed() {
        pending.decrementAndGet();
    }

    /** Counts the call of a callback. */
    void completed(ServerListener callback) {
        callbacks.remove(callback);
        completed();
    }

    private void failed(long number, MethodModel method, Throwable error, ServerListener listener) {
        Throwable cause = error instanceof CompletionException && error.getCause() != null ? error.getCause() : error;
        boolean isExpected = cause instanceof InteractionException;
        server.failed.increment();
        if (!isExpected) {
            server.report(new InteractionException("a service has failed method=" + method, cause));
        }
        if (listener != null) {
            boolean isFirst = listener.end();
            if (listener.isCallback()) {
                callbacks.remove(listener);
                if (!isFirst) {
                    return; // it was answered before the service failed
                }
            } else {
                objects.release(method.pattern());
            }
        }
        if (number != 0) {
            error(number, text(cause));
        }
        completed();
    }

    private static String text(Throwable cause) {
        String message = cause instanceof Error || cause.getMessage() == null ? "" : cause.getMessage();
        return message.isEmpty()
                ? "the service has failed error=" + cause.getClass().getSimpleName()
                : message;
    }

    void live(long call, String position, String index) {
        if (!position.isEmpty()) {
            send(FrameKind.POSITION, call, 0, position);
        }
        send(FrameKind.LIVE, call, 0, String.valueOf(index));
    }

    void restarted(long call, String reason) {
        send(FrameKind.RESTARTED, call, 0, String.valueOf(reason));
    }

    void event(long call, String position, MethodModel event, Object[] arguments) {
        try {
            if (!position.isEmpty()) {
                send(FrameKind.POSITION, call, 0, position);
            }
            sendValues(FrameKind.EVENT, call, event, event.arguments(), event.sent(arguments));
        } catch (InteractionException e) {
            if (e.getCause() instanceof WireException) {
                throw e; // the service has given a value that cannot be sent
            }
            end(String.valueOf(e.getMessage())); // the connection has ended, which is no concern of the service
        }
    }

    void error(long call, String text) {
        send(FrameKind.ERROR, call, 0, text);
    }

    void listenerEnded(long call, long target, String reason) {
        send(FrameKind.ENDED, call, 0, String.valueOf(reason));
        if (target != 0) {
            objects.remove(target);
        }
    }

    private void send(FrameKind kind, long call, long target, String text) {
        FrameFormat known = format;
        if (known == null || !isOpen()) {
            return;
        }
        sending.lock();
        try {
            known.write(sent.set(kind, call).withTarget(target).withText(text), null, null, transport);
            show(Conversations.Speaker.SERVER, sent, null, null);
        } catch (InteractionException e) {
            closed(String.valueOf(e.getMessage())); // the connection has ended
            return;
        } finally {
            sending.unlock();
        }
        transport.flush();
    }

    private void sendValues(FrameKind kind, long call, MethodModel method, ValuesCodec codec, Object[] row) {
        if (!isOpen()) {
            return;
        }
        sending.lock();
        try {
            sent.set(kind, call).withMethod("", method.name());
            format.write(sent, codec, row, transport);
            show(Conversations.Speaker.SERVER, sent, codec, row);
        } catch (WireException e) {
            throw new InteractionException("the answer cannot be sent method=" + method + ": " + e.getMessage(), e);
        } finally {
            sending.unlock();
        }
        transport.flush();
    }

    /** Takes an object away at once, so that releasing one again and again costs nothing. */
    private void release(long target) {
        ServedObject released = objects.remove(target);
        if (released != null) {
            server.executor().execute(() -> close(released, "the client has closed it"));
        }
    }

    private void close(ServedObject object, String reason) {
        try {
            if (object.isSubscription()) {
                ((Subscription<?>) object.object()).cancel(reason);
            } else {
                MethodModel close = object.model().method("close");
                if (close != null) {
                    close.invoke(object.object(), new Object[0]);
                }
            }
        } catch (Throwable e) {
            server.report(new InteractionException(
                    "an object cannot be closed interface=" + object.model().name(), e));
        }
        if (object.listener() != null) {
            object.listener().finish(reason);
        }
    }

    @Override
    public void closed(String reason) {
        if (!end.compareAndSet(null, reason)) {
            return;
        }
        server.left(this);
        server.executor().execute(() -> {
            callbacks.keySet().forEach(ServerListener::end);
            callbacks.clear();
            for (ServedObject object : objects.removeAll()) {
                close(object, reason);
            }
        });
    }

    /** Ends the session from this side. */
    void end(String reason) {
        closed(reason);
        transport.close(reason);
    }
}
