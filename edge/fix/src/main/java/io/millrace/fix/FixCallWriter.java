package io.millrace.fix;

import io.millrace.wire.Bytes;
import io.millrace.wire.CallFacade;
import io.millrace.wire.WireTypes;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Makes messages of calls: it implements interfaces, and each call becomes a message, whose fields are in the order of
 * a dictionary. It allocates nothing once its buffer has grown to the largest message. One thread at a time.
 */
public final class FixCallWriter {

    private static final MethodType CALL = MethodType.methodType(void.class, CharSequence.class, Object.class);

    private final FixDictionary dictionary;
    private final FixTime.Precision precision;
    private final FixMessageSink sink;
    private final FixWriter writer = new FixWriter();
    private final FixMessage raw = new FixMessage();
    private final Map<Class<?>, Object> facades = new LinkedHashMap<>();
    private byte[] copy = new byte[0];

    private FixCallWriter(FixDictionary dictionary, FixTime.Precision precision, FixMessageSink sink) {
        this.dictionary = dictionary;
        this.precision = precision;
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
        FixCallWriter made = new FixCallWriter(dictionary, precision, sink);
        for (Class<?> type : interfaces) {
            CallMethod.of(type); // finds methods that are no calls
            made.facades.put(type, CallFacade.of(type, WireTypes.none(), made::body));
        }
        return made;
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

    /** A method and what writes its message. */
    private final class Route {
        private final CallMethod method;
        private final MessageBinding binding;

        Route(CallMethod method) {
            this.method = method;
            if (method.msgType() == null) {
                binding = null;
                return;
            }
            FixMessageType type = dictionary.message(method.msgType());
            if (type == null) {
                throw new FixBindingException("the dictionary has no such message method=" + method.where()
                        + " msgType=" + method.msgType() + " version=" + dictionary.version());
            }
            binding = BindingFactory.of(method.message());
            binding.order(dictionary, type);
        }

        @SuppressWarnings("unused") // called by the handle of the method
        void call(CharSequence session, Object message) {
            if (message == null) {
                throw new IllegalArgumentException("a call has no message method=" + method.where());
            }
            if (binding == null) {
                copy((Bytes) message);
            } else {
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
