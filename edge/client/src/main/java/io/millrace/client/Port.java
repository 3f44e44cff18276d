package io.millrace.client;

import io.millrace.wire.Wire;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The object through which a client calls a component: each call is an append, a call or a query of a channel. */
final class Port implements InvocationHandler {

    private final Conversation conversation;
    private final String channel;
    private final Class<?> type;
    private final Duration answerWithin;
    private final Map<Method, PortMethod> methods = new HashMap<>();

    private Port(Conversation conversation, String channel, Class<?> type, Wire wire, Duration answerWithin) {
        this.conversation = conversation;
        this.channel = channel;
        this.type = type;
        this.answerWithin = answerWithin;
        for (Method method : type.getMethods()) {
            if (Modifier.isAbstract(method.getModifiers())) {
                methods.put(method, PortMethod.of(wire, method));
            }
        }
    }

    static <T> T open(Conversation conversation, String channel, Class<T> type, Wire wire, Duration answerWithin) {
        if (!type.isInterface()) {
            throw new ClientException("a component is called through an interface type=" + type.getName());
        }
        Port port = new Port(conversation, channel, type, wire, answerWithin);
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, port));
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
        PortMethod called = methods.get(method);
        if (called == null) {
            return method.isDefault()
                    ? InvocationHandler.invokeDefault(proxy, method, arguments)
                    : ofObject(proxy, method, arguments);
        }
        Invocation call = Invocation.binary(called.schema(), called.encode(arguments));
        return switch (called.gets()) {
            case NOTHING -> {
                var _ = conversation.append(channel, call); // acknowledged() and flush() ask
                yield null;
            }
            case RESULT -> called.result(await(called, call));
            case STAGE -> ask(called, call, PendingAnswer.Waits.CODE).thenApply(called::result);
        };
    }

    @SuppressWarnings("ReferenceEquality") // a proxy equals itself alone
    private Object ofObject(Object proxy, Method method, Object[] arguments) {
        return switch (method.getName()) {
            case "equals" -> proxy == arguments[0];
            case "hashCode" -> System.identityHashCode(proxy);
            default -> type.getName() + " of channel=" + channel;
        };
    }

    private CompletableFuture<CallResult> ask(PortMethod called, Invocation call, PendingAnswer.Waits how) {
        return called.isQuery() ? conversation.query(channel, call, how, "") : conversation.call(channel, call, how);
    }

    /** Waits for an answer; where it does not come in time, the server need not send it any more. */
    private CallResult await(PortMethod called, Invocation call) {
        if (conversation.isDelivering()) {
            throw new ClientException("a thread of the client cannot wait for the client method=" + called.name());
        }
        CompletableFuture<CallResult> answer = ask(called, call, PendingAnswer.Waits.THREAD);
        try {
            return answer.get(answerWithin.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw new ClientException(String.valueOf(e.getCause().getMessage()), e.getCause());
        } catch (TimeoutException e) {
            answer.cancel(false);
            throw new ClientException(
                    "no answer came in time" + (called.isQuery() ? "" : "; the call may be carried out") + " method="
                            + called.name() + " answerWithin=" + answerWithin,
                    e);
        } catch (InterruptedException e) {
            answer.cancel(false);
            Thread.currentThread().interrupt();
            throw new ClientException("waiting for the answer was interrupted method=" + called.name(), e);
        }
    }
}
