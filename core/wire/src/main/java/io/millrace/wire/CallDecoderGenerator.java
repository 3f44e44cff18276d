package io.millrace.wire;

import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.util.List;

/**
 * Generates the decoder of a call:
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
 *     trades.trade(trade);                  // what it throws is its own affair
 * }
 * }</pre>
 */
final class CallDecoderGenerator {
    private static final ClassDesc CALL_DECODER = ClassDesc.of("io.millrace.wire.CallDecoder");
    private static final MethodTypeDesc CALL =
            MethodTypeDesc.of(ConstantDescs.CD_void, ClassData.INPUT, ConstantDescs.CD_Object);

    private final ClassData data = new ClassData();
    private final CallModel call;
    private final CallSchema written;
    private final List<ValueDecoder> decoders;

    private CallDecoderGenerator(CallModel call, CallSchema written, List<ValueDecoder> decoders) {
        this.call = call;
        this.written = written;
        this.decoders = decoders;
    }

    /** Generates the class and returns its constructor, which takes nothing and returns a {@link CallDecoder}. */
    static MethodHandle generate(CallModel call, CallSchema written, Codecs codecs) {
        Resolver resolver = new Resolver(written.types(), codecs);
        List<ValueDecoder> decoders = new java.util.ArrayList<>();
        for (int i = 0; i < call.shapes().size(); i++) {
            Shape shape = call.shapes().get(i);
            // What is neither a message nor a view is new each time.
            MessageForm holder = isKept(shape) ? MessageForm.CLASS : MessageForm.RECORD;
            decoders.add(resolver.decoder(shape, written.parameters().get(i).type(), holder));
        }
        return new CallDecoderGenerator(call, written, decoders)
                .generate(Anchors.lookupForInterface(call.type(), codecs.types()));
    }

    private MethodHandle generate(Lookup lookup) {
        Lookup generated = data.define(lookup, "CallDecoder", (builder, self) -> {
            builder.withSuperclass(CALL_DECODER);
            for (int i = 0; i < decoders.size(); i++) {
                if (isKept(call.shapes().get(i))) {
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
        Class<?>[] parameters = call.method().getParameterTypes();
        ClassDesc type = ClassData.desc(call.type());
        int target = code.allocateLocal(TypeKind.REFERENCE);
        int field = code.allocateLocal(TypeKind.INT);
        int[] locals = new int[parameters.length];
        code.aload(2).checkcast(type).astore(target);
        code.iconst_0().istore(field);
        for (int i = 0; i < locals.length; i++) {
            TypeKind kind = TypeKind.from(parameters[i]);
            locals[i] = code.allocateLocal(kind);
        }
        code.trying(
                body -> {
                    for (int i = 0; i < locals.length; i++) {
                        body.loadConstant(i).istore(field);
                        argument(body, self, i, parameters[i], locals[i]);
                    }
                    body.iconst_m1().istore(field);
                    body.aload(1).invokevirtual(ClassData.INPUT, "expectEnd", MethodTypeDesc.of(ConstantDescs.CD_void));
                },
                handlers -> handlers.catching(
                        ClassData.RUNTIME_EXCEPTION,
                        handler -> Generation.rethrow(handler, data, call.where(), call.names(), field)));
        code.aload(target);
        for (int i = 0; i < locals.length; i++) {
            code.loadLocal(TypeKind.from(parameters[i]), locals[i]);
        }
        MethodTypeDesc signature = MethodTypeDesc.ofDescriptor(
                MethodType.methodType(void.class, parameters).descriptorString());
        code.invokeinterface(type, call.method().getName(), signature).return_();
    }

    private void argument(CodeBuilder code, ClassDesc self, int i, Class<?> declared, int local) {
        Shape shape = call.shapes().get(i);
        WireType type = written.parameters().get(i).type();
        String kept = "a" + i;
        ValueCode.read(code, data, shape, type, decoders.get(i), () -> {
            if (isKept(shape)) {
                code.aload(0).getfield(self, kept, ConstantDescs.CD_Object);
            } else {
                code.aconst_null();
            }
        });
        code.storeLocal(TypeKind.from(declared), local);
        if (isKept(shape)) {
            code.aload(0).aload(local).putfield(self, kept, ConstantDescs.CD_Object);
        }
    }

    /** Messages are lent to the target and used again; collections and arrays are handed over. */
    private static boolean isKept(Shape shape) {
        return switch (shape) {
            case Shape.Message message -> !message.raw().isRecord();
            case Shape.Family _ -> true;
            case Shape.Single single -> single.isView();
            default -> false;
        };
    }
}
