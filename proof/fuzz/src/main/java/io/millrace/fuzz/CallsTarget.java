package io.millrace.fuzz;

import io.millrace.text.Yaml;
import io.millrace.text.YamlCalls;
import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.CallDecoder;
import io.millrace.wire.CallSchema;
import io.millrace.wire.TextOptions;
import io.millrace.wire.Wire;
import io.millrace.wire.WireException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The input is a stream of calls in YAML. Each call that can be read can be made, and its text is read as the same
 * call.
 */
final class CallsTarget implements Target {
    /** Calls of every form. */
    interface Calls {
        void trade(Samples.Trade trade);

        void several(String name, int number, List<Object> arguments);

        void shape(Samples.Shape shape);

        void none();

        Chained to(String name, int desk);
    }

    /** Calls that follow another in a chain. */
    interface Chained {
        void trade(Samples.Trade trade);

        void none();
    }

    private final Wire wire = Samples.wire();
    private final List<CallSchema> schemas = wire.calls(Calls.class);
    private final Guard guard = new Guard(4 << 20, 8_192);
    private final List<CallDecoder> decoders = schemas.stream()
            .map(schema -> wire.callDecoder(schema, Calls.class).orElseThrow())
            .toList();
    private final Calls nobody = nothing();

    /** Returns an object whose calls do nothing. */
    static Calls nothing() {
        Chained chained = new Chained() {
            @Override
            public void trade(Samples.Trade trade) {}

            @Override
            public void none() {}
        };
        return new Calls() {
            @Override
            public void trade(Samples.Trade trade) {}

            @Override
            public void several(String name, int number, List<Object> arguments) {}

            @Override
            public void shape(Samples.Shape shape) {}

            @Override
            public void none() {}

            @Override
            public Chained to(String name, int desk) {
                return chained;
            }
        };
    }

    @Override
    public void accept(byte[] input) {
        String text = new String(input, StandardCharsets.UTF_8);
        List<String> calls = guard.read(input.length, () -> read(text));
        if (calls != null) {
            String canonical = String.join("---\n", calls);
            Guard.check(calls.equals(read(canonical)), "calls differ after they were read text=" + canonical);
        }
    }

    private List<String> read(String text) {
        YamlCalls documents = YamlCalls.read(new StringReader(text), schemas, TextOptions.strict());
        List<String> calls = new ArrayList<>();
        while (documents.next()) {
            BinaryOutput out = BinaryOutput.allocate(64);
            documents.arguments(out);
            byte[] arguments = out.toByteArray();
            calls.add(Yaml.ofCall(schemas.get(documents.call()), BinaryInput.of(arguments)));
            call(decoders.get(documents.call()), arguments);
        }
        return calls;
    }

    private void call(CallDecoder decoder, byte[] arguments) {
        try {
            decoder.call(BinaryInput.of(arguments), nobody);
        } catch (WireException e) {
            throw new AssertionError("a call that was read cannot be made", e);
        }
    }

    @Override
    public List<byte[]> seeds() {
        String trade = "trade:\n  symbol: A\n  at: 2013-11-25T00:00:01Z\n  price: 1.5\n";
        String several = "several:\n  - x y\n  - 3\n  - [a, 1, 2.5, null]\n";
        String shape = "# which\nshape: !Group\n  name: g\n  members:\n    - !Circle\n      radius: 2.0\n";
        String none = "none: []\n";
        String chain = "to:\n  - x y\n  - 3\n" + trade + "---\nto: [z, -1]\nnone: []\n";
        String general = "--- # {}\ntrade: {symbol: 'A', \"at\": 2013-11-25T00:00:01Z, price: 0x1F}\n...\n";
        return List.of(
                trade.getBytes(StandardCharsets.UTF_8),
                general.getBytes(StandardCharsets.UTF_8),
                chain.getBytes(StandardCharsets.UTF_8),
                String.join("---\n", trade, several, shape, none).getBytes(StandardCharsets.UTF_8));
    }
}
