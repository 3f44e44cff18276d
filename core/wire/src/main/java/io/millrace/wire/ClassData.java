package io.millrace.wire;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.DynamicConstantDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * The objects that a hidden class has as constants, such as the encoders of its fields. The JVM loads each once, the
 * compiler treats it as a constant, and none is looked up by name.
 */
final class ClassData {
    static final ClassDesc INPUT = ClassDesc.of("io.millrace.wire.BinaryInput");
    static final ClassDesc OUTPUT = ClassDesc.of("io.millrace.wire.BinaryOutput");
    static final ClassDesc LIST = ClassDesc.of("java.util.List");
    static final ClassDesc RUNTIME_EXCEPTION = ClassDesc.of("java.lang.RuntimeException");
    static final ClassDesc WIRE_EXCEPTION = ClassDesc.of("io.millrace.wire.WireException");
    static final ClassDesc ENCODER = ClassDesc.of("io.millrace.wire.ValueEncoder");
    static final ClassDesc DECODER = ClassDesc.of("io.millrace.wire.ValueDecoder");
    static final MethodTypeDesc ENCODE = MethodTypeDesc.of(ConstantDescs.CD_void, OUTPUT, ConstantDescs.CD_Object);
    static final MethodTypeDesc DECODE = MethodTypeDesc.of(ConstantDescs.CD_Object, INPUT, ConstantDescs.CD_Object);
    static final MethodTypeDesc WITHIN =
            MethodTypeDesc.of(WIRE_EXCEPTION, RUNTIME_EXCEPTION, ConstantDescs.CD_String, LIST, ConstantDescs.CD_int);

    private static final DirectMethodHandleDesc CLASS_DATA_AT = ConstantDescs.ofConstantBootstrap(
            MethodHandles.class.describeConstable().orElseThrow(),
            "classDataAt",
            ConstantDescs.CD_Object,
            ConstantDescs.CD_int);

    private final List<Object> values = new ArrayList<>();

    /** Adds an object and returns the constant that loads it. */
    DynamicConstantDesc<Object> add(Object value, ClassDesc type) {
        values.add(value);
        return DynamicConstantDesc.ofNamed(
                CLASS_DATA_AT, ConstantDescs.DEFAULT_NAME, type, Integer.valueOf(values.size() - 1));
    }

    /** Returns the name of a user's class for generated code. */
    static ClassDesc desc(Class<?> type) {
        return type.describeConstable()
                .orElseThrow(
                        () -> new WireTypeException("generated code cannot name the class type=" + type.getName()));
    }

    /**
     * Generates and defines a hidden class that is a nest mate of the lookup's class.
     *
     * @param lookup a lookup with full privilege access to the class
     * @param suffix the last part of the generated name
     * @param body generates the members of the class, given its name
     * @return a lookup on the generated class
     */
    Lookup define(Lookup lookup, String suffix, BiConsumer<ClassBuilder, ClassDesc> body) {
        ClassDesc self = ClassDesc.of(lookup.lookupClass().getName() + "$" + suffix);
        try {
            byte[] bytes = ClassFile.of().build(self, builder -> {
                builder.withFlags(ClassFile.ACC_FINAL | ClassFile.ACC_SUPER | ClassFile.ACC_SYNTHETIC);
                body.accept(builder, self);
            });
            return lookup.defineHiddenClassWithClassData(bytes, List.copyOf(values), true, Lookup.ClassOption.NESTMATE);
        } catch (IllegalAccessException | IllegalArgumentException | LinkageError e) {
            throw new WireTypeException(
                    "a class could not be generated suffix=" + suffix + " type="
                            + lookup.lookupClass().getName(),
                    e);
        }
    }
}
