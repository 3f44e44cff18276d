package io.millrace.fix;

import io.millrace.wire.Bytes;
import io.millrace.wire.CallFacade;
import io.millrace.wire.WireTypes;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Makes messages of calls: it implements interfaces, and each call becomes a message, whose fields are in the order of
 * a dictionary, which is one for all calls or that of the session that a call names. It allocates nothing once its
 * buffer has grown to the largest message. One thread at a time.
 */
public final class FixCallWriter {

    private static final MethodType CALL = MethodType.methodType(void.class, CharSequence.class, Object.class);

    private final Function<String, FixSettings> sessions;
    private final FixMessageSink sink;
    private final FixWriter writer = new FixWriter();
    private final FixMessage raw = new FixMessage();
    private final Map<Class<?>, Object> facades = new LinkedHashMap<>();
    private byte[] copy = new byte[0];
    private FixDictionary dictionary;
    private FixTime.Precision precision;

    private FixCallWriter(Function<String, FixSettings> sessions, FixMessageSink sink) {
        this.sessions = sessions;
        this.sink = sink;
    }

    /**
     * Returns a writer of the messages of a dictionary.
     *
     * @param precision the decimal places of the seconds in times
     * @param sink gets each message during the call
     * @param interfaces as those of {@link FixCallReader#of}
     * @throws FixBindingException if a method or a class of a message cannot stand for a message of the dictionary
     */
    public static FixCallWriter of(
            FixDictionary dictionary, FixTime.Precision precision, FixMessageSink sink, Class<?>... interfaces) {
        FixCallWriter made = new FixCallWriter(null, sink);
        made.dictionary = dictionary;
        made.precision = precision;
        return made.implement(interfaces);
    }

    /**
     * Returns a writer of the messages of sessions. A call that names no session, or whose message the dictionary of
     * its session does not have, throws.
     *
     * @param sessions returns the settings of a session, or null if there is none of the name; the name is null for
     * methods without a session
     * @param sink gets each message during the call
     * @param interfaces as those of {@link FixCallReader#of}
     * @throws FixBindingException if a method or a class of a message cannot stand for a message
     */
    public static FixCallWriter ofSessions(
            Function<String, FixSettings> sessions, FixMessageSink sink, Class<?>... interfaces) {
        return new FixCallWriter(sessions, sink).implement(interfaces);
    }

    private FixCallWriter implement(Class<?>... interfaces) {
        for (Class<?> type : interfaces) {
            CallMethod.of(type); // finds methods that are no calls
            facades.put(type, CallFacade.of(type, WireTypes.none(), this::body));
        }
        return this;
    }

    /** Selects dictionary and precision of the session that a call names. */
    private void select(CharSequence session) {
        FixSettings settings = sessions.apply(session == null ? null : session.toString());
        if (settings == null) {
            throw new IllegalArgumentException("there is no such session session=" + session);
        }
        dictionary = settings.dictionary();
        precision = settings.precision();
    }

    /**
     * Returns the implementation of one of the interfaces. Its calls throw {@link FixValueException} if a member cannot
     * be a field, or the dictionary does not have the field in the message.
     *
     * @throws IllegalArgumentException if the writer was not made for the interface
     */
    public <T> T as(Class<T> type) {
        Object facade = facades.get(type);
        if (facade == null) {
            throw new IllegalArgumentException("the writer was not made for the interface type=" + type.getName());
        }
        return type.cast(facade);
    }

    /** Returns one object that implements all interfaces; those after the first are public, or in its package. */
    Object all() {
        return CallFacade.ofAll(List.copyOf(facades.keySet()), WireTypes.none(), this::body);
    }

    private MethodHandle body(Method declared) {
        CallMethod call = CallMethod.of(declared);
        if (call == null) {
            return null;
        }
        try {
            MethodHandle body = MethodHandles.lookup()
                    .findVirtual(Route.class, "call", CALL)
                    .bindTo(new Route(call));
            body = call.hasSession() ? body : MethodHandles.insertArguments(body, 0, (CharSequence) null);
            return body.asType(MethodType.methodType(void.class, declared.getParameterTypes()));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A method and what writes its message, by dictionary. */
    private final class Route {
        private final CallMethod method;
        private final IdentityHashMap<FixDictionary, MessageBinding> bindings = new IdentityHashMap<>();

        Route(CallMethod method) {
            this.method = method;
            if (sessions == null && method.msgType() != null) {
                bind();
            } else if (method.msgType() != null) {
                BindingFactory.of(method.message()); // finds classes that cannot be bound
            }
        }

        private MessageBinding bind() {
            FixMessageType type = dictionary.message(method.msgType());
            if (type == null) {
                throw new FixBindingException("the dictionary has no such message method=" + method.where()
                        + " msgType=" + method.msgType() + " version=" + dictionary.version());
            }
            MessageBinding binding = BindingFactory.of(method.message());
            binding.order(dictionary, type);
            bindings.put(dictionary, binding);
            return binding;
        }

        @SuppressWarnings("unused") // called by the handle of the method
        void call(CharSequence session, Object message) {
            if (message == null) {
                throw new IllegalArgumentException("a call has no message method=" + method.where());
            }
            if (sessions != null) {
                select(session);
            }
            if (method.msgType() == null) {
                copy((Bytes) message);
            } else {
                MessageBinding binding = bindings.get(dictionary);
                binding = binding == null ? bind() : binding;
                binding.write(writer, method.msgType(), message, precision);
            }
            sink.message(session, writer);
        }
    }

    /** Writes the body of a whole message; the session writes the header. */
    private void copy(Bytes message) {
        if (copy.length < message.length()) {
            copy = new byte[message.length() * 2];
        }
        message.copyTo(copy, 0);
        FixFault fault = raw.parse(copy, 0, message.length(), dictionary, FixMessage.Checksum.NOT_CHECKED);
        if (fault != FixFault.NONE) {
            throw new IllegalArgumentException("bytes are no message of FIX fault=" + fault + " bytes=" + message);
        }
        writer.start(raw.text(FixTags.MSG_TYPE)).body();
        for (int field = 0; field < raw.size(); field++) {
            int tag = raw.tag(field);
            int marks = tag < 1 || raw.depth(field) > 0 ? 0 : dictionary.marksOf(tag);
            if ((marks & (FixDictionary.HEADER | FixDictionary.TRAILER)) == 0) {
                writer.copy(raw, field);
            }
        }
    }
}
