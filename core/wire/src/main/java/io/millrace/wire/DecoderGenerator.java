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
import java.util.Optional;

/**
 * Generates the decoder of the messages of one writer, as straight-line code in the writer's order of fields. For a
 * mutable class:
 *
 * <pre>{@code
 * public Object readFields(BinaryInput in, Object reuse) {
 *     int field = -1;
 *     try {
 *         Trade trade = reuse != null && reuse.getClass() == Trade.class ? (Trade) reuse : new Trade();
 *         field = 0;
 *         trade.symbol = in.readString();
 *         field = 1;
 *         AT.read(in, null);                                     // a field that the reader does not have
 *         field = 2;
 *         trade.legs = (List) LEGS.read(in, trade.legs);
 *         return trade;
 *     } catch (RuntimeException e) {
 *         throw WireException.within(e, "demo.Trade", FIELDS, field);
 *     }
 * }
 * }</pre>
 *
 * A record's fields are local variables until its canonical constructor is called. If the writer does not have a field
 * of a mutable class, the message is new each time, so that the field has the value that the constructor sets.
 */
final class DecoderGenerator {
    private static final ClassDesc MESSAGE_DECODER = ClassDesc.of("io.millrace.wire.MessageDecoder");

    private final ClassData data = new ClassData();
    private final MessageModel model;
    private final MessageType written;
    private final WireTypes types;
    private final ClassDesc message;
    private final int[] members;
    private final ValueDecoder[] decoders;
    private final RawRuns runs;

    private DecoderGenerator(MessageModel model, MessageType written, Resolver resolver, Codecs codecs) {
        this.model = model;
        this.written = written;
        this.types = codecs.types();
        this.message = ClassData.desc(model.type());
        this.members = new FieldMatch(model, written).members();
        this.decoders = new ValueDecoder[members.length];
        for (int i = 0; i < members.length; i++) {
            WireType type = written.fields().get(i).type();
            decoders[i] = members[i] < 0
                    ? resolver.unknownField(
                            model.type().getName(), written.fields().get(i))
                    : resolver.decoder(model.members().get(members[i]).shape(), type, model.form());
        }
        this.runs = new RawRuns(kinds(resolver.width()), ClassData.INPUT);
    }

    /**
     * Returns the kinds of the fields for RAW, which only a reader with the writer's schema reads, so that declared and
     * written types are equal.
     */
    private List<ScalarKind> kinds(NumberWidth width) {
        List<ScalarKind> kinds = new ArrayList<>();
        for (int member : members) {
            kinds.add(
                    member < 0 ? null : RawRuns.kind(model.members().get(member).shape(), width));
        }
        return kinds;
    }

    /** Creates a decoder, from precompiled code if there is any. */
    static MessageDecoder generate(MessageModel model, MessageType written, Resolver resolver, Codecs codecs) {
        DecoderGenerator generator = new DecoderGenerator(model, written, resolver, codecs);
        Optional<PrecompiledCodec> precompiled = PrecompiledCodecs.find(model, codecs.types());
        if (precompiled.isEmpty()) {
            return generator.generate();
        }
        return resolver.width() == NumberWidth.FIXED // reader and writer have the same schema
                ? precompiled.get().rawDecoder(generator.decoders)
                : PrecompiledCodecs.decoder(precompiled.get(), model, written, generator.members, generator.decoders);
    }

    private MessageDecoder generate() {
        Lookup lookup = PrivateLookups.lookup(model.type(), types);
        Lookup generated = data.define(lookup, "Decoder", (builder, self) -> {
            builder.withInterfaceSymbols(MESSAGE_DECODER);
            builder.withMethodBody(ConstantDescs.INIT_NAME, ConstantDescs.MTD_void, 0, Bytecode::emptyConstructor);
            builder.withMethodBody("readFields", ClassData.DECODE, ClassFile.ACC_PUBLIC, this::body);
        });
        return (MessageDecoder) Bytecode.newInstance(generated);
    }

    private void body(CodeBuilder code) {
        int field = code.allocateLocal(TypeKind.INT);
        code.iconst_m1().istore(field);
        code.trying(
                body -> {
                    if (model.form() == MessageForm.RECORD) {
                        record(body, field);
                    } else {
                        mutable(body, field);
                    }
                    body.areturn();
                },
                handlers -> handlers.catching(
                        ClassData.RUNTIME_EXCEPTION,
                        handler -> Bytecode.rethrow(handler, data, model.type().getName(), names(), field)));
    }

    private List<String> names() {
        return written.fields().stream().map(Field::name).toList();
    }

    private void record(CodeBuilder code, int field) {
        int[] locals = new int[model.members().size()];
        java.util.Arrays.fill(locals, -1);
        for (int i = 0; i < members.length; i++) {
            code.loadConstant(i).istore(field);
            if (members[i] < 0) {
                skip(code, i);
                continue;
            }
            Shape shape = model.members().get(members[i]).shape();
            TypeKind kind = TypeKind.from(ClassData.desc(shape.raw()));
            locals[members[i]] = code.allocateLocal(kind);
            value(code, i, shape, () -> code.aconst_null());
            code.storeLocal(kind, locals[members[i]]);
        }
        code.iconst_m1().istore(field);
        code.new_(message).dup();
        ClassDesc[] parameters = new ClassDesc[locals.length];
        for (int i = 0; i < locals.length; i++) {
            parameters[i] = ClassData.desc(model.members().get(i).erased());
            TypeKind kind = TypeKind.from(parameters[i]);
            if (locals[i] >= 0) {
                code.loadLocal(kind, locals[i]);
            } else {
                MessageModel.Member member = model.members().get(i);
                ValueCode.defaultValue(code, data, member.shape(), member.defaultValue(), kind);
            }
        }
        code.invokespecial(message, ConstantDescs.INIT_NAME, MethodTypeDesc.of(ConstantDescs.CD_void, parameters));
    }

    private void mutable(CodeBuilder code, int field) {
        int typed = code.allocateLocal(TypeKind.REFERENCE);
        boolean complete = java.util.Arrays.stream(members).filter(m -> m >= 0).count()
                == model.members().size();
        instance(code, typed, complete);
        for (int i = 0; i < members.length; i++) {
            code.loadConstant(i).istore(field);
            if (members[i] < 0) {
                skip(code, i);
                continue;
            }
            MessageModel.Member member = model.members().get(members[i]);
            ClassDesc type = ClassData.desc(member.erased());
            if (member.field().getDeclaringClass() == model.type()) {
                code.aload(typed);
                value(code, i, member.shape(), () -> {
                    code.aload(typed).getfield(message, member.name(), type);
                    if (member.erased() != member.shape().raw()) {
                        code.checkcast(ClassData.desc(member.shape().raw()));
                    }
                });
                code.putfield(message, member.name(), type);
            } else {
                inherited(code, i, member, typed);
            }
        }
        code.aload(typed);
    }

    private void instance(CodeBuilder code, int typed, boolean reusable) {
        if (reusable) {
            Bytecode.reuseOrNew(code, message, typed, 2);
        } else {
            Bytecode.newMessage(code, message, typed);
        }
    }

    private void skip(CodeBuilder code, int i) {
        code.loadConstant(data.add(decoders[i], ClassData.DECODER))
                .aload(1)
                .aconst_null()
                .invokeinterface(ClassData.DECODER, "read", ClassData.DECODE)
                .pop();
    }

    private void value(CodeBuilder code, int i, Shape shape, Runnable current) {
        if (runs.enter(code, i)) {
            runs.get(code, i);
            return;
        }
        ValueCode.read(code, data, shape, written.fields().get(i).type(), decoders[i], current);
    }

    /**
     * Generates the code for a field of a superclass, which may be private there: a constant method handle, which the
     * compiler inlines as well.
     */
    private void inherited(CodeBuilder code, int i, MessageModel.Member member, int typed) {
        Class<?> type = member.shape().raw();
        Class<?> erased = type.isPrimitive() ? type : Object.class;
        MethodHandle getter;
        try {
            Lookup lookup = PrivateLookups.lookup(member.field().getDeclaringClass(), types);
            MethodHandle setter = lookup.unreflectSetter(member.field())
                    .asType(MethodType.methodType(void.class, Object.class, erased));
            getter = lookup.unreflectGetter(member.field()).asType(MethodType.methodType(erased, Object.class));
            code.loadConstant(data.add(setter, ConstantDescs.CD_MethodHandle)).aload(typed);
        } catch (IllegalAccessException e) {
            throw new WireTypeException("a field cannot be set field=" + member.field(), e);
        }
        value(
                code,
                i,
                member.shape(),
                () -> code.loadConstant(data.add(getter, ConstantDescs.CD_MethodHandle))
                        .aload(typed)
                        .invokevirtual(
                                ConstantDescs.CD_MethodHandle,
                                "invokeExact",
                                MethodTypeDesc.of(ClassData.desc(erased), ConstantDescs.CD_Object))
                        .checkcast(ClassData.desc(type)));
        code.invokevirtual(
                ConstantDescs.CD_MethodHandle,
                "invokeExact",
                MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_Object, ClassData.desc(erased)));
    }
}
