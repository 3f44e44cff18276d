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
import java.util.ArrayList;
import java.util.List;

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
 * An {@link Error} is passed to the sink as well.
 */
final class CallWriterGenerator {
    private static final ClassDesc SINK = ClassDesc.of("io.millrace.wire.CallSink");
    private static final ClassDesc THROWABLE = ClassDesc.of("java.lang.Throwable");
    private static final MethodTypeDesc NEW = MethodTypeDesc.of(ConstantDescs.CD_void, SINK);
    private static final MethodTypeDesc ABORT =
            MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_int, THROWABLE);

    private final ClassData data = new ClassData();
    private final Class<?> type;
    private final Codecs codecs;

    private CallWriterGenerator(Class<?> type, Codecs codecs) {
        this.type = type;
        this.codecs = codecs;
    }

    /**
     * Generates the class for an interface.
     *
     * @param type the interface
     * @param calls its calls
     * @param numbers the number of each for the sink
     * @param codecs where the encoders come from
     * @return its constructor, which takes a {@link CallSink} and returns an {@code Object}
     */
    static MethodHandle generate(Class<?> type, List<CallModel> calls, List<Integer> numbers, Codecs codecs) {
        return new CallWriterGenerator(type, codecs).generate(calls, numbers);
    }

    private MethodHandle generate(List<CallModel> calls, List<Integer> numbers) {
        List<List<ValueEncoder>> encoders = new ArrayList<>();
        for (CallModel call : calls) {
            List<ValueEncoder> each = new ArrayList<>();
            call.shapes().forEach(shape -> each.add(Generation.isDirect(shape) ? null : codecs.encoder(shape)));
            encoders.add(each);
        }
        Lookup lookup = Anchors.lookupForInterface(type, codecs.types());
        Lookup generated = data.define(lookup, "Writer", (builder, self) -> {
            builder.withInterfaceSymbols(ClassData.desc(type));
            builder.withField("sink", SINK, ClassFile.ACC_PRIVATE | ClassFile.ACC_FINAL);
            constructor(builder, self);
            toText(builder);
            for (int i = 0; i < calls.size(); i++) {
                CallModel call = calls.get(i);
                int number = numbers.get(i);
                List<ValueEncoder> each = encoders.get(i);
                MethodTypeDesc signature = MethodTypeDesc.ofDescriptor(
                        MethodType.methodType(void.class, call.method().getParameterTypes())
                                .descriptorString());
                builder.withMethodBody(
                        call.method().getName(),
                        signature,
                        ClassFile.ACC_PUBLIC,
                        code -> body(code, self, call, number, each));
            }
        });
        try {
            return generated
                    .findConstructor(generated.lookupClass(), MethodType.methodType(void.class, CallSink.class))
                    .asType(MethodType.methodType(Object.class, CallSink.class));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("generated class " + generated.lookupClass(), e);
        }
    }

    private static void constructor(ClassBuilder builder, ClassDesc self) {
        builder.withMethodBody(
                ConstantDescs.INIT_NAME,
                NEW,
                0,
                code -> code.aload(0)
                        .invokespecial(ConstantDescs.CD_Object, ConstantDescs.INIT_NAME, ConstantDescs.MTD_void)
                        .aload(0)
                        .aload(1)
                        .putfield(self, "sink", SINK)
                        .return_());
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
                        argument(body, call, i, out, encoders.get(i));
                    }
                    body.nop(); // a range of no instructions may not be protected
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

    private void argument(CodeBuilder code, CallModel call, int i, int out, ValueEncoder encoder) {
        Shape shape = call.shapes().get(i);
        ClassDesc declared = ClassData.desc(call.method().getParameterTypes()[i]);
        int slot = code.parameterSlot(i);
        if (encoder != null) {
            code.loadConstant(data.add(encoder, ClassData.ENCODER)).aload(out).loadLocal(TypeKind.from(declared), slot);
            Generation.box(code, shape.raw());
            code.invokeinterface(ClassData.ENCODER, "write", ClassData.ENCODE);
            return;
        }
        code.aload(out).loadLocal(TypeKind.from(declared), slot);
        if (!declared.equals(ClassData.desc(shape.raw()))) {
            code.checkcast(ClassData.desc(shape.raw())); // a type variable has become this type
        }
        Generation.write(code, shape);
    }
}
