package io.millrace.wire;

import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/**
 * Generates the decoder of a call, as straight-line code in the writer's order of parameters:
 *
 * <pre>{@code
 * public void call(BinaryInput in, Object target) {
 *     Trades trades = (Trades) target;
 *     int field = 0;
 *     Trade trade;
 *     try {
 *         trade = (Trade) TRADE.read(in, this.a0);
 *         this.a0 = trade;
 *         in.expectEnd();
 *     } catch (RuntimeException e) {
 *         throw WireException.within(e, "demo.Trades.trade", PARAMETERS, field);
 *     }
 *     trades.trade(trade);                  // its exceptions are passed on as they are
 * }
 * }</pre>
 *
 * A chained call has one such part per method; each calls its method on the object that the part before has returned.
 * If that is null, the call ends.
 */
final class CallDecoderGenerator {
    private static final ClassDesc CALL_DECODER = ClassDesc.of("io.millrace.wire.CallDecoder");
    private static final MethodTypeDesc CALL =
            MethodTypeDesc.of(ConstantDescs.CD_void, ClassData.INPUT, ConstantDescs.CD_Object);

    private static final MethodTypeDesc RESULT = MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_Object);

    private final ClassData data = new ClassData();
    private final CallModel call;
    private final CallSchema written;
    private final int[] positions;
    private final List<ValueDecoder> decoders;

    private CallDecoderGenerator(CallModel call, CallSchema written, int[] positions, List<ValueDecoder> decoders) {
        this.call = call;
        this.written = written;
        this.positions = positions;
        this.decoders = decoders;
    }

    /** Returns a factory of decoders, which uses precompiled code if there is any. */
    static Supplier<CallDecoder> generate(CallModel call, CallSchema written, Codecs codecs) {
        Resolver resolver = new Resolver(written.types(), codecs);
        int[] positions = new ParameterMatch(call, written).positions();
        List<ValueDecoder> decoders = new ArrayList<>();
        for (int i = 0; i < positions.length; i++) {
            Field field = written.parameters().get(i);
            if (positions[i] < 0) {
                decoders.add(resolver.unknownField(call.where(), field));
                continue;
            }
            Shape shape = call.shapes().get(positions[i]);
            try {
                // Values that are neither messages nor views are new each time.
                MessageForm holder = isKept(shape) ? MessageForm.CLASS : MessageForm.RECORD;
                decoders.add(resolver.decoder(shape, field.type(), holder));
            } catch (WireTypeException e) {
                throw call.explain(e, positions[i]);
            }
        }
        Method method = call.method();
        if (method.getReturnType() != void.class) { // code that was generated at build time drops results
            MethodHandle constructor = new CallDecoderGenerator(call, written, positions, decoders)
                    .generate(PrivateLookups.lookupForInterface(call.type(), codecs.types()));
            return () -> ((CallDecoder) Bytecode.invoke(constructor)).answers(method);
        }
        return PrecompiledInterface.find(call.type(), codecs.types())
                .flatMap(precompiled -> precompiled.decoder(call, written, positions, decoders))
                .orElseGet(() -> {
                    MethodHandle constructor = new CallDecoderGenerator(call, written, positions, decoders)
                            .generate(PrivateLookups.lookupForInterface(call.type(), codecs.types()));
                    return () -> (CallDecoder) Bytecode.invoke(constructor);
                });
    }

    /** Generates the class and returns its constructor, which has no parameters and returns a {@link CallDecoder}. */
    private MethodHandle generate(Lookup lookup) {
        Lookup generated = data.define(lookup, "CallDecoder", (builder, self) -> {
            builder.withSuperclass(CALL_DECODER);
            for (int i = 0; i < positions.length; i++) {
                if (positions[i] >= 0 && isKept(call.shapes().get(positions[i]))) {
                    builder.withField("a" + i, ConstantDescs.CD_Object, ClassFile.ACC_PRIVATE);
                }
            }
            builder.withMethodBody(
                    ConstantDescs.INIT_NAME,
                    ConstantDescs.MTD_void,
                    0,
                    code -> code.aload(0)
                            .invokespecial(CALL_DECODER, ConstantDescs.INIT_NAME, ConstantDescs.MTD_void)
                            .return_());
            builder.withMethodBody("call", CALL, ClassFile.ACC_PUBLIC, code -> body(code, self));
        });
        try {
            return generated
                    .findConstructor(generated.lookupClass(), MethodType.methodType(void.class))
                    .asType(MethodType.methodType(CallDecoder.class));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("generated class " + generated.lookupClass(), e);
        }
    }

    private void body(CodeBuilder code, ClassDesc self) {
        int field = code.allocateLocal(TypeKind.INT);
        int[] locals = new int[call.shapes().size()];
        List<Parameter> parameters = call.parameters();
        for (int i = 0; i < locals.length; i++) {
            locals[i] = code.allocateLocal(TypeKind.from(parameters.get(i).getType()));
        }
        Class<?> type = call.type();
        int target = code.allocateLocal(TypeKind.REFERENCE);
        code.aload(2).checkcast(ClassData.desc(type)).astore(target);
        int last = call.methods().size() - 1;
        for (int i = 0; i <= last; i++) {
            Method method = call.methods().get(i);
            decode(code, self, i, locals, field);
            code.aload(target);
            for (int k = 0; k < method.getParameterCount(); k++) {
                int at = call.first(i) + k;
                code.loadLocal(TypeKind.from(parameters.get(at).getType()), locals[at]);
            }
            code.invokeinterface(ClassData.desc(type), method.getName(), Bytecode.signature(method));
            if (i < last) {
                type = method.getReturnType();
                target = code.allocateLocal(TypeKind.REFERENCE);
                code.astore(target).aload(target);
                code.ifThen(Opcode.IFNULL, noTarget -> noTarget.return_());
            }
        }
        Class<?> returned = call.method().getReturnType();
        if (returned != void.class) {
            Bytecode.box(code, returned);
            code.aload(0).swap().invokevirtual(CALL_DECODER, "result", RESULT);
        }
        code.return_();
    }

    /** Reads the arguments of one method of the chain; after the last method it requires the end of the input. */
    private void decode(CodeBuilder code, ClassDesc self, int method, int[] locals, int field) {
        List<CallSchema.Link> links = written.methods();
        int first = 0;
        for (int i = 0; i < method; i++) {
            first += links.get(i).parameterCount();
        }
        int begin = first;
        int end = begin + links.get(method).parameterCount();
        boolean last = method == links.size() - 1;
        code.loadConstant(-1).istore(field);
        code.trying(
                body -> {
                    missing(body, method, locals);
                    for (int i = begin; i < end; i++) {
                        body.loadConstant(i).istore(field);
                        if (positions[i] < 0) {
                            body.loadConstant(data.add(decoders.get(i), ClassData.DECODER))
                                    .aload(1)
                                    .aconst_null()
                                    .invokeinterface(ClassData.DECODER, "read", ClassData.DECODE)
                                    .pop();
                        } else {
                            argument(body, self, i, locals[positions[i]]);
                        }
                    }
                    if (last) {
                        body.iconst_m1().istore(field);
                        body.aload(1)
                                .invokevirtual(ClassData.INPUT, "expectEnd", MethodTypeDesc.of(ConstantDescs.CD_void));
                    } else {
                        body.nop(); // the range of an exception handler must not be empty
                    }
                },
                handlers -> handlers.catching(
                        ClassData.RUNTIME_EXCEPTION,
                        handler -> Bytecode.rethrow(handler, data, call.where(), writtenNames(), field)));
    }

    private List<String> writtenNames() {
        return written.parameters().stream().map(Field::name).toList();
    }

    /** Sets parameters that the writer does not have to the value of their {@link Default}, or to null, 0 or false. */
    private void missing(CodeBuilder code, int method, int[] locals) {
        int first = call.first(method);
        for (int k = 0; k < call.methods().get(method).getParameterCount(); k++) {
            int at = first + k;
            if (Arrays.stream(positions).noneMatch(position -> position == at)) {
                TypeKind kind = TypeKind.from(call.parameters().get(at).getType());
                ValueCode.defaultValue(code, data, call.shapes().get(at), call.defaultValue(at), kind);
                code.storeLocal(kind, locals[at]);
            }
        }
    }

    private void argument(CodeBuilder code, ClassDesc self, int i, int local) {
        Shape shape = call.shapes().get(positions[i]);
        WireType type = written.parameters().get(i).type();
        String kept = "a" + i;
        ValueCode.read(code, data, shape, type, decoders.get(i), () -> {
            if (isKept(shape)) {
                code.aload(0).getfield(self, kept, ConstantDescs.CD_Object);
            } else {
                code.aconst_null();
            }
        });
        code.storeLocal(TypeKind.from(call.parameters().get(positions[i]).getType()), local);
        if (isKept(shape)) {
            code.aload(0).aload(local).putfield(self, kept, ConstantDescs.CD_Object);
        }
    }

    /**
     * Returns whether the decoder keeps the argument and reuses it: messages are only lent to the target, collections
     * and arrays are given to it.
     */
    static boolean isKept(Shape shape) {
        return switch (shape) {
            case Shape.Message message -> !message.raw().isRecord();
            case Shape.Union _ -> true;
            case Shape.Single single -> single.isView();
            default -> false;
        };
    }
}
