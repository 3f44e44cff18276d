package io.millrace.benchmarks;

import io.millrace.harness.BenchmarkException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Field;
import java.util.Objects;
import java.util.Random;

/**
 * Message classes with any number of fields, generated when needed: mutable, with public fields that are longs, ints,
 * doubles and strings in rotation.
 */
final class GeneratedMessages {
    private static final ClassDesc[] TYPES = {
        ConstantDescs.CD_long, ConstantDescs.CD_int, ConstantDescs.CD_double, ConstantDescs.CD_String
    };

    private GeneratedMessages() {}

    /** Generates a class and returns a message of it with values. */
    static Object message(String name, int fields) {
        ClassDesc self = ClassDesc.of(GeneratedMessages.class.getPackageName(), name);
        byte[] bytes = ClassFile.of().build(self, builder -> {
            builder.withFlags(ClassFile.ACC_PUBLIC | ClassFile.ACC_FINAL);
            for (int i = 0; i < fields; i++) {
                builder.withField("field" + i, TYPES[i % TYPES.length], ClassFile.ACC_PUBLIC);
            }
            builder.withMethodBody(
                    ConstantDescs.INIT_NAME,
                    ConstantDescs.MTD_void,
                    ClassFile.ACC_PUBLIC,
                    GeneratedMessages::constructor);
        });
        try {
            Class<?> type = MethodHandles.lookup().defineClass(bytes);
            Object message = type.getConstructor().newInstance();
            fill(message, new Random(fields));
            return message;
        } catch (ReflectiveOperationException e) {
            throw new BenchmarkException("a message class cannot be generated name=" + name, e);
        }
    }

    private static void constructor(CodeBuilder code) {
        code.aload(0);
        code.invokespecial(ConstantDescs.CD_Object, ConstantDescs.INIT_NAME, ConstantDescs.MTD_void);
        code.return_();
    }

    private static void fill(Object message, Random random) throws IllegalAccessException {
        for (Field field : message.getClass().getFields()) {
            if (field.getType() == long.class) {
                field.setLong(message, random.nextLong(1_000_000_000_000L));
            } else if (field.getType() == int.class) {
                field.setInt(message, random.nextInt(100_000));
            } else if (field.getType() == double.class) {
                field.setDouble(message, random.nextInt(1_000_000) / 64.0);
            } else {
                field.set(message, "text-" + random.nextInt(1_000_000));
            }
        }
    }

    /** Throws {@link BenchmarkException} if a field differs. */
    static void requireSame(Object expected, Object actual) {
        try {
            for (Field field : expected.getClass().getFields()) {
                if (!Objects.equals(field.get(expected), field.get(actual))) {
                    throw new BenchmarkException("the message read differs from the written one field="
                            + field.getName() + " written=" + field.get(expected) + " read=" + field.get(actual));
                }
            }
        } catch (IllegalAccessException e) {
            throw new BenchmarkException("a field cannot be read class=" + expected.getClass(), e);
        }
    }
}
