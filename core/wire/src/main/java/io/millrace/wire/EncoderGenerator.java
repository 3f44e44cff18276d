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
import java.util.ArrayList;
import java.util.List;

/**
 * Generates the encoder of a message as straight-line code:
 *
 * <pre>{@code
 * public void writeFields(BinaryOutput out, Object message) {
 *     Trade trade = (Trade) message;       // of exactly this class: fields of a subclass would be lost
 *     int field = 0;
 *     try {
 *         out.writeString(trade.symbol);
 *         field = 1;
 *         AT.write(out, trade.at);         // AT is a constant of the class
 *         ...
 *     } catch (RuntimeException e) {
 *         throw WireException.within(e, "demo.Trade", FIELDS, field);
 *     }
 * }
 * }</pre>
 */
final class EncoderGenerator {
    private static final ClassDesc MESSAGE_ENCODER = ClassDesc.of("io.millrace.wire.MessageEncoder");

    private final ClassData data = new ClassData();
    private final MessageModel model;
    private final List<ValueEncoder> encoders;
    private final WireTypes types;
    private final ClassDesc message;
    private final RawRuns runs;

    private EncoderGenerator(MessageModel model, List<ValueEncoder> encoders, WireTypes types, NumberWidth width) {
        this.model = model;
        this.encoders = encoders;
        this.types = types;
        this.message = ClassData.desc(model.type());
        List<ScalarKind> kinds = new ArrayList<>();
        model.members().forEach(member -> kinds.add(RawRuns.kind(member.shape(), width)));
        this.runs = new RawRuns(kinds, ClassData.OUTPUT);
    }

    /**
     * Creates an encoder. The list contains one encoder for each member, null if {@link BinaryOutput} writes it
     * directly.
     */
    static MessageEncoder generate(
            MessageModel model, List<ValueEncoder> encoders, WireTypes types, NumberWidth width) {
        return new EncoderGenerator(model, encoders, types, width).generate();
    }

    private MessageEncoder generate() {
        Lookup lookup = PrivateLookups.lookup(model.type(), types);
        Lookup generated = data.define(lookup, "Encoder", (builder, self) -> {
            builder.withInterfaceSymbols(MESSAGE_ENCODER);
            builder.withMethodBody(ConstantDescs.INIT_NAME, ConstantDescs.MTD_void, 0, Bytecode::emptyConstructor);
            builder.withMethodBody("writeFields", ClassData.ENCODE, ClassFile.ACC_PUBLIC, this::body);
        });
        return (MessageEncoder) Bytecode.newInstance(generated);
    }

    private void body(CodeBuilder code) {
        int typed = code.allocateLocal(TypeKind.REFERENCE);
        int field = code.allocateLocal(TypeKind.INT);
        Bytecode.requireExactClass(code, model.type(), 2);
        code.aload(2).checkcast(message).astore(typed);
        code.iconst_0().istore(field);
        code.trying(
                body -> {
                    for (int i = 0; i < model.members().size(); i++) {
                        body.loadConstant(i).istore(field);
                        write(body, i, typed);
                    }
                    body.return_();
                },
                handlers -> handlers.catching(
                        ClassData.RUNTIME_EXCEPTION,
                        handler -> Bytecode.rethrow(handler, data, model.type().getName(), names(), field)));
    }

    private List<String> names() {
        return model.members().stream().map(MessageModel.Member::name).toList();
    }

    private void write(CodeBuilder code, int i, int typed) {
        MessageModel.Member member = model.members().get(i);
        ValueEncoder encoder = encoders.get(i);
        if (runs.enter(code, i)) {
            runs.put(code, i, () -> read(code, member, typed));
        } else if (encoder == null) {
            code.aload(1);
            read(code, member, typed);
            Bytecode.write(code, member.shape());
        } else {
            code.loadConstant(data.add(encoder, ClassData.ENCODER)).aload(1);
            read(code, member, typed);
            Bytecode.box(code, member.shape().raw());
            code.invokeinterface(ClassData.ENCODER, "write", ClassData.ENCODE);
        }
    }

    private void read(CodeBuilder code, MessageModel.Member member, int typed) {
        Class<?> type = member.shape().raw();
        if (member.field().getDeclaringClass() == model.type()) {
            code.aload(typed).getfield(message, member.name(), ClassData.desc(member.erased()));
            if (member.erased() != type) {
                code.checkcast(ClassData.desc(type)); // the declared type is a type variable
            }
            return;
        }
        // A field of a superclass may be private there; the compiler inlines a constant method handle as well.
        Class<?> erased = type.isPrimitive() ? type : Object.class;
        code.loadConstant(data.add(getter(member, erased), ConstantDescs.CD_MethodHandle));
        code.aload(typed)
                .invokevirtual(
                        ConstantDescs.CD_MethodHandle,
                        "invokeExact",
                        MethodTypeDesc.of(ClassData.desc(erased), ConstantDescs.CD_Object));
        if (!type.isPrimitive()) {
            code.checkcast(ClassData.desc(type));
        }
    }

    private MethodHandle getter(MessageModel.Member member, Class<?> erased) {
        try {
            Lookup lookup = PrivateLookups.lookup(member.field().getDeclaringClass(), types);
            return lookup.unreflectGetter(member.field()).asType(MethodType.methodType(erased, Object.class));
        } catch (IllegalAccessException e) {
            throw new WireTypeException("a field cannot be read field=" + member.field(), e);
        }
    }
}
