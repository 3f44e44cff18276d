package io.millrace.wire;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles.Lookup;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Generates classes that store the last message of a key and encode and apply changes, as straight-line code. It
 * supports classes without inherited fields, with at most as many fields as fit one set, all of which are scalars,
 * enums or messages of such classes; a message must not contain itself:
 *
 * <pre>{@code
 * public void writeChanges(BinaryOutput out, Object message) {
 *     Quote quote = (Quote) message;
 *     long set = 0;
 *     if (quote.price is not f1) set |= 1L << 1;       // the same for each field that is not part of the key
 *     if (!f2.same(quote.venue)) set |= 1L << 2;       // a nested message: f2 is a DeltaNested
 *     out.writeUnsigned(set);
 *     if ((set & 1L << 1) != 0) {
 *         DeltaValues.writeDouble(out, f1, quote.price);
 *         f1 = quote.price;
 *     }
 *     if ((set & 1L << 2) != 0) f2.write(out, quote.venue);
 * }
 * }</pre>
 */
final class DeltaGenerator {
    private static final ClassDesc FIELDS = ClassDesc.of("io.millrace.wire.DeltaFields");
    private static final ClassDesc NESTED = ClassDesc.of("io.millrace.wire.DeltaNested");
    private static final ClassDesc VALUES = ClassDesc.of("io.millrace.wire.DeltaValues");
    private static final ClassDesc KIND = ClassDesc.of("io.millrace.wire.ScalarKind");
    private static final ClassDesc OBJECTS = ClassDesc.of("java.util.Objects");
    private static final MethodTypeDesc OBJECT_TO_VOID =
            MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_Object);
    private static final MethodTypeDesc SAME =
            MethodTypeDesc.of(ConstantDescs.CD_boolean, ConstantDescs.CD_Object, ConstantDescs.CD_Object);

    private static final MethodTypeDesc TEST = MethodTypeDesc.of(ConstantDescs.CD_boolean, ConstantDescs.CD_Object);
    private static final MethodTypeDesc OBJECT_TO_OBJECT =
            MethodTypeDesc.of(ConstantDescs.CD_Object, ConstantDescs.CD_Object);
    private static final MethodTypeDesc INPUT_TO_VOID = MethodTypeDesc.of(ConstantDescs.CD_void, ClassData.INPUT);

    /** How deeply messages may be nested; all of them are stored for each key. */
    private static final int MAX_DEPTH = 8;

    private final ClassData data = new ClassData();
    private final MessageModel model;
    private final Schema schema;
    private final Codecs codecs;
    private final ClassDesc message;
    private final boolean[] keys;
    private final DeltaNested[] nested;
    private ClassDesc self;

    private DeltaGenerator(MessageModel model, MessageType type, Schema schema, Codecs codecs) {
        this.model = model;
        this.schema = schema;
        this.codecs = codecs;
        this.message = ClassData.desc(model.type());
        this.keys = new boolean[model.members().size()];
        this.nested = new DeltaNested[keys.length];
        for (int i = 0; i < keys.length; i++) {
            if (member(i).shape() instanceof Shape.Message shape) {
                nested[i] = nested(shape, type.fields().get(i).type());
            }
        }
    }

    /** Generates an object that stores no message yet; empty if the class is not supported. */
    static Optional<DeltaFields> generate(Shape.Message shape, Schema schema, Codecs codecs) {
        MessageModel model = MessageModel.of(shape);
        if (!serves(model, 1)
                || !(schema.root() instanceof Reference root)
                || !(schema.type(root) instanceof MessageType type)) {
            return Optional.empty();
        }
        DeltaGenerator generator = new DeltaGenerator(model, type, schema, codecs);
        for (int i = 0; i < generator.keys.length; i++) {
            generator.keys[i] = DeltaCodec.isKey(model.type(), generator.member(i));
        }
        return Optional.of(generator.generate());
    }

    /** Returns whether a class is supported; a message that contains itself exceeds the depth. */
    private static boolean serves(MessageModel model, int depth) {
        return depth <= MAX_DEPTH
                && model.members().size() <= DeltaChanges.GROUP
                && model.members().stream().allMatch(member -> isServed(model, member, depth));
    }

    private static boolean isServed(MessageModel model, MessageModel.Member member, int depth) {
        boolean own = member.field().getDeclaringClass() == model.type()
                && member.erased() == member.shape().raw();
        return own
                && switch (member.shape()) {
                    case Shape.Enumeration _ -> true;
                    case Shape.Single single -> !single.isView() && single.kind() != ScalarKind.BYTES;
                    case Shape.Message message -> serves(MessageModel.of(message), depth + 1);
                    default -> false;
                };
    }

    private DeltaNested nested(Shape.Message shape, WireType type) {
        MessageModel inner = MessageModel.of(shape);
        MessageType written = (MessageType) schema.type((Reference) type);
        return new DeltaNested(
                new DeltaGenerator(inner, written, schema, codecs).generate(),
                (MessageEncoder) codecs.encoder(shape),
                (MessageDecoder) new Resolver(schema.types(), codecs).decoder(shape, type, model.form()),
                inner.form());
    }

    private MessageModel.Member member(int i) {
        return model.members().get(i);
    }

    private ClassDesc type(int i) {
        return nested[i] != null ? NESTED : ClassData.desc(member(i).erased());
    }

    private TypeKind kind(int i) {
        return TypeKind.from(type(i));
    }

    /** Returns an object of the precompiled class if there is one, else of a generated class. */
    private DeltaFields generate() {
        return PrecompiledCodecs.find(model, codecs.types())
                .flatMap(codec -> codec.changes(nested.clone()))
                .orElseGet(this::define);
    }

    private DeltaFields define() {
        Lookup lookup = PrivateLookups.lookup(model.type(), codecs.types());
        Lookup generated = data.define(lookup, "Changes", this::members);
        return (DeltaFields) Bytecode.newInstance(generated);
    }

    private void members(ClassBuilder builder, ClassDesc name) {
        self = name;
        builder.withSuperclass(FIELDS);
        for (int i = 0; i < keys.length; i++) {
            builder.withField("f" + i, type(i), ClassFile.ACC_PRIVATE);
        }
        builder.withMethodBody(ConstantDescs.INIT_NAME, ConstantDescs.MTD_void, 0, this::constructor);
        int access = ClassFile.ACC_PUBLIC;
        builder.withMethodBody(
                "another",
                MethodTypeDesc.of(FIELDS),
                access,
                code -> code.new_(self)
                        .dup()
                        .invokespecial(self, ConstantDescs.INIT_NAME, ConstantDescs.MTD_void)
                        .areturn());
        MethodTypeDesc ofObject = MethodTypeDesc.of(ConstantDescs.CD_int, ConstantDescs.CD_Object);
        builder.withMethodBody("keyHash", ofObject, access, this::keyHash);
        builder.withMethodBody("sameKey", TEST, access, code -> compare(code, keys));
        boolean[] all = new boolean[keys.length];
        Arrays.fill(all, true);
        builder.withMethodBody("same", TEST, access, code -> compare(code, all));
        builder.withMethodBody("keep", OBJECT_TO_VOID, access, this::keep);
        builder.withMethodBody("writeChanges", ClassData.ENCODE, access, this::writeChanges);
        builder.withMethodBody("applyChanges", INPUT_TO_VOID, access, this::applyChanges);
        builder.withMethodBody("current", OBJECT_TO_OBJECT, access, this::current);
    }

    private void constructor(CodeBuilder code) {
        code.aload(0).invokespecial(FIELDS, ConstantDescs.INIT_NAME, ConstantDescs.MTD_void);
        for (int i = 0; i < keys.length; i++) {
            if (nested[i] != null) {
                code.aload(0)
                        .loadConstant(data.add(nested[i], NESTED))
                        .invokevirtual(NESTED, "another", MethodTypeDesc.of(NESTED))
                        .putfield(self, "f" + i, NESTED);
            }
        }
        code.return_();
    }

    private void keyHash(CodeBuilder code) {
        int typed = typed(code, 1);
        code.iconst_0();
        for (int i = 0; i < keys.length; i++) {
            if (keys[i]) {
                code.bipush(31).imul();
                theirs(code, typed, i);
                if (member(i).erased().isPrimitive()) {
                    ClassDesc boxed = ClassData.desc(
                            Shapes.boxed(((Shape.Single) member(i).shape()).kind()));
                    code.invokestatic(boxed, "hashCode", MethodTypeDesc.of(ConstantDescs.CD_int, type(i)));
                } else {
                    code.invokestatic(
                            OBJECTS, "hashCode", MethodTypeDesc.of(ConstantDescs.CD_int, ConstantDescs.CD_Object));
                }
                code.iadd();
            }
        }
        code.ireturn();
    }

    /** Generates the code that returns whether all of these fields are the same. */
    private void compare(CodeBuilder code, boolean[] fields) {
        int typed = typed(code, 1);
        Label other = code.newLabel();
        for (int i = 0; i < keys.length; i++) {
            if (fields[i]) {
                Label same = code.newLabel();
                ifSame(code, typed, i, same);
                code.goto_(other);
                code.labelBinding(same);
            }
        }
        code.iconst_1().ireturn();
        code.labelBinding(other);
        code.iconst_0().ireturn();
    }

    private void keep(CodeBuilder code) {
        int typed = typed(code, 1);
        for (int i = 0; i < keys.length; i++) {
            take(code, typed, i);
        }
        code.return_();
    }

    private void writeChanges(CodeBuilder code) {
        int typed = typed(code, 2);
        int set = code.allocateLocal(TypeKind.LONG);
        code.lconst_0().lstore(set);
        for (int i = 0; i < keys.length; i++) {
            if (!keys[i]) {
                Label same = code.newLabel();
                ifSame(code, typed, i, same);
                code.lload(set).loadConstant(1L << i).lor().lstore(set);
                code.labelBinding(same);
            }
        }
        code.aload(1)
                .lload(set)
                .invokevirtual(
                        ClassData.OUTPUT,
                        "writeUnsigned",
                        MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_long));
        for (int i = 0; i < keys.length; i++) {
            if (!keys[i]) {
                Label same = ifNotInSet(code, set, i);
                writeChange(code, typed, i);
                if (nested[i] == null) {
                    take(code, typed, i);
                }
                code.labelBinding(same);
            }
        }
        code.return_();
    }

    /** Generates a jump to the label if both values are the same bit by bit. */
    private void ifSame(CodeBuilder code, int typed, int i, Label same) {
        if (nested[i] != null) {
            both(code, typed, i);
            code.invokevirtual(NESTED, "same", TEST).ifne(same);
            return;
        }
        switch (kind(i)) {
            case LONG -> {
                both(code, typed, i);
                code.lcmp().ifeq(same);
            }
            case DOUBLE -> {
                MethodTypeDesc bits = MethodTypeDesc.of(ConstantDescs.CD_long, ConstantDescs.CD_double);
                ours(code, i);
                code.invokestatic(ConstantDescs.CD_Double, "doubleToRawLongBits", bits);
                theirs(code, typed, i);
                code.invokestatic(ConstantDescs.CD_Double, "doubleToRawLongBits", bits)
                        .lcmp()
                        .ifeq(same);
            }
            case FLOAT -> {
                MethodTypeDesc bits = MethodTypeDesc.of(ConstantDescs.CD_int, ConstantDescs.CD_float);
                ours(code, i);
                code.invokestatic(ConstantDescs.CD_Float, "floatToRawIntBits", bits);
                theirs(code, typed, i);
                code.invokestatic(ConstantDescs.CD_Float, "floatToRawIntBits", bits)
                        .if_icmpeq(same);
            }
            case REFERENCE -> {
                both(code, typed, i);
                if (member(i).shape() instanceof Shape.Enumeration) {
                    code.if_acmpeq(same);
                } else {
                    boolean text = type(i).equals(ConstantDescs.CD_String);
                    code.invokestatic(text ? OBJECTS : VALUES, text ? "equals" : "same", SAME)
                            .ifne(same);
                }
            }
            default -> {
                both(code, typed, i);
                code.if_icmpeq(same);
            }
        }
    }

    private void writeChange(CodeBuilder code, int typed, int i) {
        Shape shape = member(i).shape();
        if (nested[i] != null) {
            ours(code, i);
            code.aload(1);
            theirs(code, typed, i);
            code.invokevirtual(NESTED, "write", ClassData.ENCODE);
            return;
        }
        if (shape instanceof Shape.Enumeration) {
            code.aload(1);
            theirs(code, typed, i);
            code.invokevirtual(
                    ClassData.OUTPUT,
                    "writeEnum",
                    MethodTypeDesc.of(ConstantDescs.CD_void, ClassDesc.of("java.lang.Enum")));
            return;
        }
        Shape.Single single = (Shape.Single) shape;
        if (single.kind() == ScalarKind.STRING) {
            code.aload(1);
            theirs(code, typed, i);
            code.invokevirtual(
                    ClassData.OUTPUT, "writeString", MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_String));
        } else if (!single.isPrimitive()) {
            code.aload(1);
            both(code, typed, i);
            code.loadConstant(data.add(single.kind(), KIND))
                    .invokestatic(
                            VALUES,
                            "writeNullable",
                            MethodTypeDesc.of(
                                    ConstantDescs.CD_void,
                                    ClassData.OUTPUT,
                                    ConstantDescs.CD_Object,
                                    ConstantDescs.CD_Object,
                                    KIND));
        } else if (single.kind() != ScalarKind.BOOLEAN) {
            boolean floating = single.kind() == ScalarKind.FLOAT || single.kind() == ScalarKind.DOUBLE;
            ClassDesc parameter = floating ? type(i) : ConstantDescs.CD_long;
            code.aload(1);
            ours(code, i);
            code.conversion(kind(i), TypeKind.from(parameter));
            theirs(code, typed, i);
            code.conversion(kind(i), TypeKind.from(parameter))
                    .invokestatic(
                            VALUES,
                            floating ? "write" + Bytecode.suffix(single.kind()) : "writeLong",
                            MethodTypeDesc.of(ConstantDescs.CD_void, ClassData.OUTPUT, parameter, parameter));
        }
    }

    private void applyChanges(CodeBuilder code) {
        int set = code.allocateLocal(TypeKind.LONG);
        code.aload(1)
                .loadConstant(keys.length)
                .invokestatic(
                        VALUES,
                        "readSet",
                        MethodTypeDesc.of(ConstantDescs.CD_long, ClassData.INPUT, ConstantDescs.CD_int))
                .lstore(set);
        for (int i = 0; i < keys.length; i++) {
            Label same = ifNotInSet(code, set, i);
            if (nested[i] != null) {
                ours(code, i);
                code.aload(1).invokevirtual(NESTED, "read", INPUT_TO_VOID);
            } else {
                code.aload(0);
                readChange(code, i);
                code.putfield(self, "f" + i, type(i));
            }
            code.labelBinding(same);
        }
        code.return_();
    }

    private void current(CodeBuilder code) {
        if (model.form() == MessageForm.RECORD) {
            code.new_(message).dup();
            for (int i = 0; i < keys.length; i++) {
                value(code, i, () -> code.aconst_null());
            }
            List<ClassDesc> parameters = model.members().stream()
                    .map(each -> ClassData.desc(each.erased()))
                    .toList();
            code.invokespecial(message, ConstantDescs.INIT_NAME, MethodTypeDesc.of(ConstantDescs.CD_void, parameters));
        } else {
            int typed = code.allocateLocal(TypeKind.REFERENCE);
            Bytecode.reuseOrNew(code, message, typed, 1);
            for (int i = 0; i < keys.length; i++) {
                int field = i;
                code.aload(typed);
                value(code, i, () -> theirs(code, typed, field));
                code.putfield(
                        message, member(i).name(), ClassData.desc(member(i).erased()));
            }
            code.aload(typed);
        }
        code.areturn();
    }

    /** Generates code that pushes the stored value of a field; {@code reuse} pushes a message that may be reused. */
    private void value(CodeBuilder code, int i, Runnable reuse) {
        ours(code, i);
        if (nested[i] != null) {
            reuse.run();
            code.invokevirtual(NESTED, "current", OBJECT_TO_OBJECT)
                    .checkcast(ClassData.desc(member(i).erased()));
        }
    }

    private void readChange(CodeBuilder code, int i) {
        Shape shape = member(i).shape();
        if (shape instanceof Shape.Enumeration) {
            ClassDesc array = ConstantDescs.CD_Object.arrayType();
            code.aload(1)
                    .loadConstant(data.add(shape.raw().getEnumConstants(), array))
                    .invokestatic(
                            VALUES, "readEnum", MethodTypeDesc.of(ConstantDescs.CD_Object, ClassData.INPUT, array))
                    .checkcast(type(i));
            return;
        }
        Shape.Single single = (Shape.Single) shape;
        if (single.kind() == ScalarKind.STRING) {
            code.aload(1).invokevirtual(ClassData.INPUT, "readString", MethodTypeDesc.of(ConstantDescs.CD_String));
        } else if (!single.isPrimitive()) {
            code.aload(1);
            ours(code, i);
            code.loadConstant(data.add(single.kind(), KIND))
                    .invokestatic(
                            VALUES,
                            "readNullable",
                            MethodTypeDesc.of(ConstantDescs.CD_Object, ClassData.INPUT, ConstantDescs.CD_Object, KIND))
                    .checkcast(type(i));
        } else if (single.kind() == ScalarKind.BOOLEAN) {
            ours(code, i);
            code.iconst_1().ixor();
        } else {
            code.aload(1);
            ours(code, i);
            code.invokestatic(
                    VALUES,
                    "read" + Bytecode.suffix(single.kind()),
                    MethodTypeDesc.of(type(i), ClassData.INPUT, type(i)));
        }
    }

    /**
     * Generates code that casts the message into a local variable; it must be of exactly this class, since fields of a
     * subclass would be lost.
     */
    private int typed(CodeBuilder code, int parameter) {
        int typed = code.allocateLocal(TypeKind.REFERENCE);
        Bytecode.requireExactClass(code, model.type(), parameter);
        code.aload(parameter).checkcast(message).astore(typed);
        return typed;
    }

    private static Label ifNotInSet(CodeBuilder code, int set, int i) {
        Label same = code.newLabel();
        code.lload(set).loadConstant(1L << i).land().lconst_0().lcmp().ifeq(same);
        return same;
    }

    private void both(CodeBuilder code, int typed, int i) {
        ours(code, i);
        theirs(code, typed, i);
    }

    private void ours(CodeBuilder code, int i) {
        code.aload(0).getfield(self, "f" + i, type(i));
    }

    private void theirs(CodeBuilder code, int typed, int i) {
        code.aload(typed)
                .getfield(message, member(i).name(), ClassData.desc(member(i).erased()));
    }

    private void take(CodeBuilder code, int typed, int i) {
        if (nested[i] != null) {
            both(code, typed, i);
            code.invokevirtual(NESTED, "keep", OBJECT_TO_VOID);
            return;
        }
        code.aload(0);
        theirs(code, typed, i);
        code.putfield(self, "f" + i, type(i));
    }
}
