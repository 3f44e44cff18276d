package io.millrace.wire;

import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** The code for the calls of an interface that was generated when the interface was compiled. */
record PrecompiledInterface(Class<?> type, PrecompiledCalls calls) {
    /** Returns the code for an interface, or empty if there is none. */
    static Optional<PrecompiledInterface> find(Class<?> type, WireTypes types) {
        return PrecompiledCodecs.load(type, "_Calls", types)
                .map(made -> new PrecompiledInterface(type, (PrecompiledCalls) made));
    }

    /** Returns a factory of writers, or empty if the code was generated for other calls. */
    Optional<Function<CallSink, Object>> writer(List<CallModel> models, List<Integer> given, Codecs codecs) {
        int[] numbers = new int[calls.calls().size()];
        ValueEncoder[][] encoders = new ValueEncoder[numbers.length][];
        List<String> known = new ArrayList<>();
        for (int i = 0; i < models.size(); i++) {
            int position = calls.calls().indexOf(signature(models.get(i)));
            if (position >= 0) {
                known.add(models.get(i).key());
                numbers[position] = given.get(i);
                encoders[position] = encoders(models.get(i), codecs);
            }
        }
        return models.stream().allMatch(model -> known.contains(model.key()))
                        && CallModel.refused(type, 0, models).isEmpty()
                ? Optional.of(sink -> calls.writer(sink, numbers, encoders))
                : Optional.empty();
    }

    private static ValueEncoder[] encoders(CallModel call, Codecs codecs) {
        ValueEncoder[] encoders = new ValueEncoder[call.shapes().size()];
        for (int i = 0; i < encoders.length; i++) {
            try {
                encoders[i] = codecs.encoder(call.shapes().get(i));
            } catch (WireTypeException e) {
                throw call.explain(e, i);
            }
        }
        return encoders;
    }

    /**
     * Returns a factory of decoders of a call, or empty if the generated code does not have this call.
     *
     * @param call the reader's call
     * @param written the writer's call
     * @param positions for each of the writer's parameters the position of the reader's, or -1
     * @param decoders one for each of the writer's parameters
     */
    Optional<Supplier<CallDecoder>> decoder(
            CallModel call, CallSchema written, int[] positions, List<ValueDecoder> decoders) {
        int number = calls.calls().indexOf(signature(call));
        if (number < 0) {
            return Optional.empty();
        }
        if (isAsDeclared(call, written, positions)) {
            return Optional.of(() -> calls.decoder(number, own(call, positions, decoders)));
        }
        return Optional.of(() -> new Evolved(calls, number, call, written, positions, own(call, positions, decoders)));
    }

    /** Returns the decoders of one reader, which reuse the reader's mutable arguments. */
    private static ValueDecoder[] own(CallModel call, int[] positions, List<ValueDecoder> decoders) {
        ValueDecoder[] own = new ValueDecoder[positions.length];
        for (int i = 0; i < own.length; i++) {
            boolean kept = positions[i] >= 0
                    && CallDecoderGenerator.isKept(call.shapes().get(positions[i]));
            own[i] = kept ? new Kept(decoders.get(i)) : decoders.get(i);
        }
        return own;
    }

    private static boolean isAsDeclared(CallModel call, CallSchema written, int[] positions) {
        boolean same = positions.length == call.shapes().size();
        List<CallSchema.Link> links = written.methods();
        for (int i = 0; same && i < links.size(); i++) {
            same = links.get(i).parameterCount() == call.methods().get(i).getParameterCount();
        }
        for (int i = 0; same && i < positions.length; i++) {
            same = positions[i] == i
                    && PrecompiledCodecs.isAsDeclared(
                            call.shapes().get(i), written.parameters().get(i).type());
        }
        return same;
    }

    private static String signature(CallModel call) {
        return call.methods().stream().map(PrecompiledInterface::signature).collect(Collectors.joining("."));
    }

    private static String signature(Method method) {
        return Arrays.stream(method.getParameterTypes())
                .map(Class::getTypeName)
                .collect(Collectors.joining(",", method.getName() + "(", ")"));
    }

    /** Keeps the value that it has read and reuses it for the next. */
    private static final class Kept implements ValueDecoder {
        private final ValueDecoder decoder;
        private Object last;

        Kept(ValueDecoder decoder) {
            this.decoder = decoder;
        }

        @Override
        public Object read(BinaryInput in, Object reuse) {
            last = decoder.read(in, last);
            return last;
        }
    }

    /** Decodes calls that were written with other parameters. */
    private static final class Evolved extends CallDecoder {
        private final PrecompiledCalls calls;
        private final int number;
        private final String where;
        private final List<String> names;
        private final int[] positions;
        private final ValueDecoder[] decoders;
        private final Object[] missing;
        private final int[] ends;

        Evolved(
                PrecompiledCalls calls,
                int number,
                CallModel call,
                CallSchema written,
                int[] positions,
                ValueDecoder[] decoders) {
            this.calls = calls;
            this.number = number;
            this.where = call.where();
            this.names = written.parameters().stream().map(Field::name).toList();
            this.positions = positions;
            this.decoders = decoders;
            this.missing = new Object[call.shapes().size()];
            for (int i = 0; i < missing.length; i++) {
                Class<?> declared = call.parameters().get(i).getType();
                missing[i] = declared.isPrimitive() && call.defaultValue(i).isEmpty()
                        ? Array.get(Array.newInstance(declared, 1), 0)
                        : PrecompiledCodecs.missing(call.shapes().get(i), call.defaultValue(i));
            }
            this.ends = written.methods().stream()
                    .mapToInt(CallSchema.Link::parameterCount)
                    .toArray();
            Arrays.parallelPrefix(ends, Integer::sum);
        }

        @Override
        public void call(BinaryInput in, Object target) {
            Object[] arguments = missing.clone();
            Object next = target;
            int at = 0;
            for (int method = 0; method < ends.length && next != null; method++) {
                read(in, arguments, at, method);
                at = ends[method];
                next = calls.invoke(number, method, next, arguments);
            }
        }

        private void read(BinaryInput in, Object[] arguments, int from, int method) {
            int field = -1;
            try {
                for (int i = from; i < ends[method]; i++) {
                    field = i;
                    Object value = decoders[i].read(in, null);
                    if (positions[i] >= 0) {
                        arguments[positions[i]] = value;
                    }
                }
                field = -1;
                if (method == ends.length - 1) {
                    in.expectEnd();
                }
            } catch (RuntimeException e) {
                throw WireException.within(e, where, names, field);
            }
        }
    }
}
