package io.millrace.wire;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * Generates the proxy of an interface:
 *
 * <pre>{@code
 * public void trade(Trade trade) {
 *     BinaryOutput out = sink.begin(3);
 *     int field = 0;
 *     try {
 *         TRADE.write(out, trade);          // TRADE is a constant of the class
 *     } catch (RuntimeException e) {
 *         WireException error = WireException.within(e, "demo.Trades.trade", PARAMETERS, field);
 *         sink.abort(3, error);
 *         throw error;
 *     }
 *     sink.end(3);
 * }
 * }</pre>
 *
 * An {@link Error} is passed to the sink as well. A method that returns another interface returns an object that keeps
 * the arguments; the methods of that object write them before their own arguments.
 */
final class CallWriterGenerator {
    private static final ClassDesc SINK = ClassDesc.of("io.millrace.wire.CallSink");
    private static final ClassDesc THROWABLE = ClassDesc.of("java.lang.Throwable");
    private static final MethodTypeDesc ABORT =
            MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_int, THROWABLE);

    private final ClassData data = new ClassData();
    private final Class<?> type;
    private final int depth;
    private final List<CallModel> calls;
    private final List<Integer> numbers;
    private final Codecs codecs;
    private final List<Class<?>> kept;

    private CallWriterGenerator(Class<?> type, int depth, List<CallModel> calls, List<Integer> numbers, Codecs codecs) {
        this.type = type;
        this.depth = depth;
        this.calls = calls;
        this.numbers = numbers;
        this.codecs = codecs;
        this.kept = calls.stream()
                .limit(1)
                .flatMap(call -> call.methods().subList(0, depth).stream())
                .flatMap(method -> Arrays.stream(method.getParameterTypes()))
                .toList();
    }

    /**
     * Returns a factory of the writers of an interface, which uses precompiled code if there is any.
     *
     * @param type the interface
     * @param calls its calls
     * @param numbers the number of each call for the sink
     * @param codecs provides the encoders
     */
    static Function<CallSink, Object> generate(
            Class<?> type, List<CallModel> calls, List<Integer> numbers, Codecs codecs) {
        return PrecompiledInterface.find(type, codecs.types())
                .flatMap(precompiled -> precompiled.writer(calls, numbers, codecs))
                .orElseGet(() -> {
                    MethodHandle constructor = new CallWriterGenerator(type, 0, calls, numbers, codecs).generate();
                    return sink -> Bytecode.invoke(constructor, sink);
                });
    }

    /**
     * Generates the class and returns its constructor, which takes a {@link CallSink} and the kept arguments and
     * returns an {@code Object}.
     */
    private MethodHandle generate() {
        List<List<ValueEncoder>> encoders = calls.stream().map(this::encoders).toList();
        Lookup lookup = PrivateLookups.lookupForInterface(type, codecs.types());
        Lookup generated = data.define(lookup, "Writer", (builder, self) -> {
            builder.withInterfaceSymbols(ClassData.desc(type));
            builder.withField("sink", SINK, ClassFile.ACC_PRIVATE | ClassFile.ACC_FINAL);
            for (int i = 0; i < kept.size(); i++) {
                builder.withField("a" + i, ClassData.desc(kept.get(i)), ClassFile.ACC_PRIVATE | ClassFile.ACC_FINAL);
            }
            constructor(builder, self);
            toText(builder);
            Set<Method> links = new LinkedHashSet<>();
            for (int i = 0; i < calls.size(); i++) {
                CallModel call = calls.get(i);
                int at = i;
                Method method = call.methods().get(depth);
                if (call.methods().size() == depth + 1) {
                    builder.withMethodBody(
                            method.getName(),
                            Bytecode.signature(method),
                            ClassFile.ACC_PUBLIC,
                            code -> body(code, self, call, numbers.get(at), encoders.get(at)));
                } else if (links.add(method)) {
                    builder.withMethodBody(
                            method.getName(),
                            Bytecode.signature(method),
                            ClassFile.ACC_PUBLIC,
                            code -> link(code, self, method));
                }
            }
            for (Method method : CallModel.refused(type, depth, calls)) {
                builder.withMethodBody(
                        method.getName(),
                        Bytecode.signature(method),
                        ClassFile.ACC_PUBLIC,
                        code -> refuse(code, method));
            }
        });
        try {
            MethodType constructor =
                    MethodType.methodType(void.class, CallSink.class).appendParameterTypes(kept);
            return generated
                    .findConstructor(generated.lookupClass(), constructor)
                    .asType(constructor.changeReturnType(Object.class));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("generated class " + generated.lookupClass(), e);
        }
    }

    /** Generates a method that throws: its body would run here, and what it has to say would be written nowhere. */
    private void refuse(CodeBuilder code, Method method) {
        code.ldc(type.getName() + "." + method.getName())
                .ldc(Arrays.toString(method.getGenericParameterTypes()))
                .invokestatic(
                        ClassData.WIRE_EXCEPTION,
                        "notACall",
                        MethodTypeDesc.of(ClassData.WIRE_EXCEPTION, ConstantDescs.CD_String, ConstantDescs.CD_String))
                .athrow();
    }

    private List<ValueEncoder> encoders(CallModel call) {
        List<ValueEncoder> encoders = new ArrayList<>();
        for (int i = 0; i < call.shapes().size(); i++) {
            try {
                Shape shape = call.shapes().get(i);
                encoders.add(Bytecode.isDirect(shape) ? null : codecs.encoder(shape));
            } catch (WireTypeException e) {
                throw call.explain(e, i);
            }
        }
        return encoders;
    }

    /** Generates a method that returns another interface: it creates an object that keeps the arguments. */
    private void link(CodeBuilder code, ClassDesc self, Method method) {
        List<CallModel> following = new ArrayList<>();
        List<Integer> positions = new ArrayList<>();
        for (int i = 0; i < calls.size(); i++) {
            CallModel call = calls.get(i);
            if (call.methods().size() > depth + 1 && call.methods().get(depth).equals(method)) {
                following.add(call);
                positions.add(numbers.get(i));
            }
        }
        MethodHandle next =
                new CallWriterGenerator(method.getReturnType(), depth + 1, following, positions, codecs).generate();
        code.loadConstant(data.add(next, ConstantDescs.CD_MethodHandle));
        code.aload(0).getfield(self, "sink", SINK);
        for (int i = 0; i < kept.size(); i++) {
            code.aload(0).getfield(self, "a" + i, ClassData.desc(kept.get(i)));
        }
        Class<?>[] parameters = method.getParameterTypes();
        for (int i = 0; i < parameters.length; i++) {
            code.loadLocal(TypeKind.from(parameters[i]), code.parameterSlot(i));
        }
        code.invokevirtual(
                        ConstantDescs.CD_MethodHandle,
                        "invokeExact",
                        MethodTypeDesc.ofDescriptor(next.type().descriptorString()))
                .checkcast(ClassData.desc(method.getReturnType()))
                .areturn();
    }

    private void constructor(ClassBuilder builder, ClassDesc self) {
        ClassDesc[] parameters = new ClassDesc[kept.size() + 1];
        parameters[0] = SINK;
        for (int i = 0; i < kept.size(); i++) {
            parameters[i + 1] = ClassData.desc(kept.get(i));
        }
        builder.withMethodBody(
                ConstantDescs.INIT_NAME, MethodTypeDesc.of(ConstantDescs.CD_void, parameters), 0, code -> {
                    code.aload(0)
                            .invokespecial(ConstantDescs.CD_Object, ConstantDescs.INIT_NAME, ConstantDescs.MTD_void);
                    code.aload(0).aload(1).putfield(self, "sink", SINK);
                    for (int i = 0; i < kept.size(); i++) {
                        code.aload(0)
                                .loadLocal(TypeKind.from(kept.get(i)), code.parameterSlot(i + 1))
                                .putfield(self, "a" + i, ClassData.desc(kept.get(i)));
                    }
                    code.return_();
                });
    }

    private void toText(ClassBuilder builder) {
        builder.withMethodBody(
                "toString",
                MethodTypeDesc.of(ConstantDescs.CD_String),
                ClassFile.ACC_PUBLIC,
                code -> code.ldc("MethodWriter[" + type.getName() + "]").areturn());
    }

    private void body(CodeBuilder code, ClassDesc self, CallModel call, int number, List<ValueEncoder> encoders) {
        int sink = code.allocateLocal(TypeKind.REFERENCE);
        int out = code.allocateLocal(TypeKind.REFERENCE);
        int field = code.allocateLocal(TypeKind.INT);
        int error = code.allocateLocal(TypeKind.REFERENCE);
        code.aload(0).getfield(self, "sink", SINK).astore(sink);
        code.aload(sink)
                .loadConstant(number)
                .invokeinterface(SINK, "begin", MethodTypeDesc.of(ClassData.OUTPUT, ConstantDescs.CD_int))
                .astore(out);
        code.iconst_0().istore(field);
        code.trying(
                body -> {
                    for (int i = 0; i < encoders.size(); i++) {
                        body.loadConstant(i).istore(field);
                        argument(body, self, call, i, out, encoders.get(i));
                    }
                    body.nop(); // the range of an exception handler must not be empty
                },
                handlers -> {
                    handlers.catching(ClassData.RUNTIME_EXCEPTION, handler -> {
                        handler.ldc(call.where())
                                .loadConstant(data.add(call.names(), ClassData.LIST))
                                .iload(field)
                                .invokestatic(ClassData.WIRE_EXCEPTION, "within", ClassData.WITHIN);
                        abort(handler, sink, number, error);
                    });
                    handlers.catching(THROWABLE, handler -> abort(handler, sink, number, error));
                });
        code.aload(sink)
                .loadConstant(number)
                .invokeinterface(SINK, "end", MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_int))
                .return_();
    }

    private static void abort(CodeBuilder code, int sink, int number, int error) {
        code.astore(error)
                .aload(sink)
                .loadConstant(number)
                .aload(error)
                .invokeinterface(SINK, "abort", ABORT)
                .aload(error)
                .athrow();
    }

    private void argument(CodeBuilder code, ClassDesc self, CallModel call, int i, int out, ValueEncoder encoder) {
        Shape shape = call.shapes().get(i);
        ClassDesc declared = ClassData.desc(call.parameters().get(i).getType());
        if (encoder != null) {
            code.loadConstant(data.add(encoder, ClassData.ENCODER)).aload(out);
        } else {
            code.aload(out);
        }
        if (i < kept.size()) {
            code.aload(0).getfield(self, "a" + i, declared);
        } else {
            code.loadLocal(TypeKind.from(declared), code.parameterSlot(i - kept.size()));
        }
        if (encoder != null) {
            Bytecode.box(code, shape.raw());
            code.invokeinterface(ClassData.ENCODER, "write", ClassData.ENCODE);
            return;
        }
        if (!declared.equals(ClassData.desc(shape.raw()))) {
            code.checkcast(ClassData.desc(shape.raw())); // a type variable has become this type
        }
        Bytecode.write(code, shape);
    }
}
