package io.millrace.wire;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodType;
import java.util.Optional;

/** Generates code that reads one value and pushes it, as its declared type. */
final class ValueCode {
    private static final ClassDesc BYTES = ConstantDescs.CD_byte.arrayType();

    private ValueCode() {}

    /**
     * Generates code that reads a value.
     *
     * @param code receives the instructions; the input is local variable 1
     * @param data the constants of the class
     * @param shape the declared type
     * @param written the written type
     * @param decoder reads the value if {@link BinaryInput} has no method for it
     * @param current pushes the value that may be reused, or null
     */
    static void read(
            CodeBuilder code, ClassData data, Shape shape, WireType written, ValueDecoder decoder, Runnable current) {
        ClassDesc type = ClassData.desc(shape.raw());
        if (shape instanceof Shape.Single single && written instanceof Scalar scalar && isDirect(single, scalar)) {
            code.aload(1);
            if (single.kind() == ScalarKind.BYTES) {
                current.run();
                code.invokevirtual(ClassData.INPUT, "readBytes", MethodTypeDesc.of(BYTES, BYTES));
                return;
            }
            ClassDesc raw = single.kind() == ScalarKind.STRING ? type : primitive(scalar.kind());
            code.invokevirtual(ClassData.INPUT, "read" + Bytecode.suffix(scalar.kind()), MethodTypeDesc.of(raw));
            if (single.isPrimitive() && scalar.kind() != single.kind()) {
                code.conversion(TypeKind.from(raw), TypeKind.from(type));
            }
            return;
        }
        code.loadConstant(data.add(decoder, ClassData.DECODER)).aload(1);
        if (mayReuse(shape)) {
            current.run();
        } else {
            code.aconst_null();
        }
        code.invokeinterface(ClassData.DECODER, "read", ClassData.DECODE);
        cast(code, shape);
    }

    /** Generates code that pushes the default of a value that was not written. */
    static void defaultValue(
            CodeBuilder code, ClassData data, Shape shape, Optional<DefaultValue> stated, TypeKind kind) {
        if (stated.isPresent()) {
            constant(code, data, shape, stated.get().value());
            return;
        }
        switch (kind.asLoadable()) {
            case INT -> code.iconst_0();
            case LONG -> code.lconst_0();
            case FLOAT -> code.fconst_0();
            case DOUBLE -> code.dconst_0();
            default -> {
                if (shape instanceof Shape.OptionalValue) {
                    ClassDesc type = ClassData.desc(shape.raw());
                    code.invokestatic(type, "empty", MethodTypeDesc.of(type));
                } else {
                    code.aconst_null();
                }
            }
        }
    }

    /** Generates code that pushes a constant. */
    private static void constant(CodeBuilder code, ClassData data, Shape shape, Object value) {
        if (!shape.raw().isPrimitive()) {
            code.loadConstant(data.add(value, ClassData.desc(shape.raw())));
            return;
        }
        switch (value) {
            case Boolean truth -> code.loadConstant(truth ? 1 : 0);
            case Character letter -> code.loadConstant((int) letter);
            case Long number -> code.loadConstant((long) number);
            case Float number -> code.loadConstant((float) number);
            case Double number -> code.loadConstant((double) number);
            default -> code.loadConstant(((Number) value).intValue());
        }
    }

    /** Generates code that casts or unboxes the object on the stack to the declared class. */
    private static void cast(CodeBuilder code, Shape shape) {
        Class<?> raw = shape.raw();
        if (raw.isPrimitive()) {
            ClassDesc boxed = ClassData.desc(MethodType.methodType(raw).wrap().returnType());
            code.checkcast(boxed).invokevirtual(boxed, raw.getName() + "Value", MethodTypeDesc.of(ClassData.desc(raw)));
        } else if (raw != Object.class) {
            code.checkcast(ClassData.desc(raw));
        }
    }

    /** Returns whether an earlier value of this shape can be reused for the next one. */
    static boolean mayReuse(Shape shape) {
        return switch (shape) {
            case Shape.Message message -> !message.raw().isRecord();
            case Shape.Sequence _, Shape.Union _ -> true;
            case Shape.Single single -> single.kind() == ScalarKind.BYTES || single.isView();
            case Shape.Mapping _, Shape.OptionalValue _, Shape.Enumeration _, Shape.Converted _ -> false;
        };
    }

    private static boolean isDirect(Shape.Single single, Scalar scalar) {
        if (!Bytecode.isDirect(single) || single.isView()) {
            return false;
        }
        if (single.isPrimitive()) {
            return !scalar.isNullable()
                    && (scalar.kind() == single.kind() || Scalars.widens(scalar.kind(), single.kind()));
        }
        return scalar.kind() == single.kind() && scalar.isNullable();
    }

    private static ClassDesc primitive(ScalarKind kind) {
        return switch (kind) {
            case BOOLEAN -> ConstantDescs.CD_boolean;
            case BYTE -> ConstantDescs.CD_byte;
            case SHORT -> ConstantDescs.CD_short;
            case CHAR -> ConstantDescs.CD_char;
            case INT -> ConstantDescs.CD_int;
            case LONG -> ConstantDescs.CD_long;
            case FLOAT -> ConstantDescs.CD_float;
            case DOUBLE -> ConstantDescs.CD_double;
            default -> throw new IllegalArgumentException("kind=" + kind);
        };
    }
}
