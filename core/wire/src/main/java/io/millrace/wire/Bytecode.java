package io.millrace.wire;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.Opcode;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;

/** Pieces of bytecode that all generated classes share. */
final class Bytecode {
    private Bytecode() {}

    static void emptyConstructor(CodeBuilder code) {
        code.aload(0)
                .invokespecial(ConstantDescs.CD_Object, ConstantDescs.INIT_NAME, ConstantDescs.MTD_void)
                .return_();
    }

    /** Generates code that adds the type and the current field to the exception on the stack and throws it again. */
    static void rethrow(CodeBuilder code, ClassData data, String type, List<String> fields, int field) {
        code.ldc(type)
                .loadConstant(data.add(fields, ClassData.LIST))
                .iload(field)
                .invokestatic(ClassData.WIRE_EXCEPTION, "within", ClassData.WITHIN)
                .athrow();
    }

    /** Generates code that throws if the object in a local variable is of a subclass, whose fields would be lost. */
    static void requireExactClass(CodeBuilder code, Class<?> type, int local) {
        if (Modifier.isFinal(type.getModifiers())) {
            return;
        }
        code.aload(local)
                .invokevirtual(ConstantDescs.CD_Object, "getClass", MethodTypeDesc.of(ConstantDescs.CD_Class))
                .ldc(ClassData.desc(type))
                .ifThen(
                        Opcode.IF_ACMPNE,
                        other -> other.aload(local)
                                .ldc(type.getName())
                                .invokestatic(
                                        ClassData.WIRE_EXCEPTION,
                                        "otherClass",
                                        MethodTypeDesc.of(
                                                ClassData.WIRE_EXCEPTION,
                                                ConstantDescs.CD_Object,
                                                ConstantDescs.CD_String))
                                .athrow());
    }

    /** Generates code that creates a message in the local variable {@code typed}. */
    static void newMessage(CodeBuilder code, ClassDesc message, int typed) {
        code.new_(message)
                .dup()
                .invokespecial(message, ConstantDescs.INIT_NAME, ConstantDescs.MTD_void)
                .astore(typed);
    }

    /**
     * Generates code that copies the object in the local variable {@code reuse} to {@code typed}, or creates one if it
     * is not of this class.
     */
    static void reuseOrNew(CodeBuilder code, ClassDesc message, int typed, int reuse) {
        Label fresh = code.newLabel();
        Label ready = code.newLabel();
        code.aload(reuse).ifnull(fresh);
        code.aload(reuse)
                .invokevirtual(ConstantDescs.CD_Object, "getClass", MethodTypeDesc.of(ConstantDescs.CD_Class))
                .ldc(message)
                .if_acmpne(fresh);
        code.aload(reuse).checkcast(message).astore(typed).goto_(ready);
        code.labelBinding(fresh);
        newMessage(code, message, typed);
        code.labelBinding(ready);
    }

    static Object newInstance(Lookup generated) {
        try {
            return generated
                    .findConstructor(generated.lookupClass(), MethodType.methodType(void.class))
                    .invoke();
        } catch (Throwable e) {
            throw new IllegalStateException("generated class " + generated.lookupClass(), e);
        }
    }

    static Object invoke(MethodHandle constructor, Object... arguments) {
        try {
            return constructor.invokeWithArguments(arguments);
        } catch (Throwable e) {
            throw new IllegalStateException("generated constructor " + constructor, e);
        }
    }

    /**
     * Returns whether {@link BinaryOutput} has a method for the shape that accepts null as well, so that no encoder is
     * needed.
     */
    static boolean isDirect(Shape shape) {
        return shape instanceof Shape.Enumeration
                || (shape instanceof Shape.Single single
                        && (single.isPrimitive()
                                || single.kind() == ScalarKind.STRING
                                || single.kind() == ScalarKind.BYTES));
    }

    /** Generates code that boxes the primitive on the stack. */
    static void box(CodeBuilder code, Class<?> type) {
        if (type.isPrimitive()) {
            ClassDesc boxed = ClassData.desc(MethodType.methodType(type).wrap().returnType());
            code.invokestatic(boxed, "valueOf", MethodTypeDesc.of(boxed, ClassData.desc(type)));
        }
    }

    /** Returns the descriptor with which generated code calls or declares a method. */
    static MethodTypeDesc signature(Method method) {
        return MethodTypeDesc.ofDescriptor(MethodType.methodType(method.getReturnType(), method.getParameterTypes())
                .descriptorString());
    }

    /**
     * Generates code that writes a value for which {@link #isDirect} is true, with the output and the value on the
     * stack.
     */
    static void write(CodeBuilder code, Shape shape) {
        String method;
        ClassDesc parameter;
        if (shape instanceof Shape.Enumeration) {
            method = "writeEnum";
            parameter = ClassDesc.of("java.lang.Enum");
        } else if (shape.raw() == Bytes.class) {
            method = "writeByteView";
            parameter = ClassData.desc(Bytes.class);
        } else if (((Shape.Single) shape).isView()) {
            method = "writeView";
            parameter = ClassDesc.of("java.lang.CharSequence");
        } else {
            method = "write" + suffix(shape);
            parameter = ClassData.desc(shape.raw());
        }
        code.invokevirtual(ClassData.OUTPUT, method, MethodTypeDesc.of(ConstantDescs.CD_void, parameter));
    }

    /** Returns what follows {@code write} or {@code read} in the name of the method for a direct scalar. */
    static String suffix(Shape shape) {
        return suffix(((Shape.Single) shape).kind());
    }

    static String suffix(ScalarKind kind) {
        String name = kind.name();
        return name.charAt(0) + name.substring(1).toLowerCase(java.util.Locale.ROOT);
    }
}
