package io.millrace.client;

import io.millrace.text.JsonCallText;
import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.CallDecoder;
import io.millrace.wire.CallSchema;
import io.millrace.wire.TextOptions;
import io.millrace.wire.Wire;
import java.lang.foreign.MemorySegment;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

/** Calls a typed handler for each message whose method it has. Fields that its types do not have are left out. */
final class TypedHandler implements MessageHandler {

    private static final int FIRST_BYTES = 256;

    private record Call(JsonCallText text, CallDecoder decoder) {}

    private final Map<String, Call> calls = new LinkedHashMap<>();
    private final Wire wire;
    private final Class<?> type;
    private final Object handler;
    private final TextOptions options = TextOptions.lenient();
    private final BinaryOutput out = BinaryOutput.allocate(FIRST_BYTES, options.limits());
    private final BinaryInput in = new BinaryInput(options.limits());

    private TypedHandler(Wire wire, Class<?> type, Object handler) {
        this.wire = wire;
        this.type = type;
        this.handler = handler;
    }

    /** Returns a handler of messages that calls an object. */
    static TypedHandler of(Wire wire, Class<?> type, Object handler) {
        TypedHandler typed = new TypedHandler(wire, type, handler);
        for (CallSchema schema : wire.calls(type)) {
            Call call = new Call(
                    JsonCallText.named(schema),
                    wire.callDecoder(schema, type)
                            .orElseThrow(() -> new ClientException("a handler needs methods that can be called type="
                                    + type.getName() + " method=" + schema.path())));
            Stream.concat(Stream.of(schema.path()), schema.aliases().stream()).forEach(name -> {
                if (typed.calls.put(name, call) != null) {
                    throw new ClientException("a handler has two methods of one name, which JSON does not distinguish"
                            + " type=" + type.getName() + " method=" + name);
                }
            });
        }
        return typed;
    }

    /** Returns the names of the methods that the handler has. */
    String[] methods() {
        return calls.keySet().toArray(String[]::new);
    }

    @Override
    public void message(Message message) {
        Call call = calls.get(message.method());
        if (call == null || message.forgotten().isPresent()) {
            return;
        }
        out.reset();
        call.text().write(message.arguments(), options, out);
        call.decoder().call(in.wrap(out.segment(), out.start(), out.length()), handler);
    }

    /** Handles a message in BINARY. */
    void call(BinaryMessage message) {
        if (message.forgotten().isEmpty()) {
            message.call().decoder(wire, type).ifPresent(decoder -> {
                MemorySegment arguments = message.arguments();
                decoder.call(in.wrap(arguments, 0, arguments.byteSize()), handler);
            });
        }
    }
}
