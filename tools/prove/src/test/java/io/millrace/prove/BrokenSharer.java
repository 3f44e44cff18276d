package io.millrace.prove;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.function.Consumer;

/**
 * Loads all classes of Millrace once more, one of them with a rule of maps with several writers that is broken in its
 * compiled code, and runs a {@link MapSharer} of them. The product has no switch for it.
 */
final class BrokenSharer extends ClassLoader {

    private static final String PREFIX = "io.millrace.";

    private final String type;
    private final ClassTransform change;
    private boolean isBroken;

    private BrokenSharer(String type, String method, String called, Consumer<CodeBuilder> instead) {
        super(BrokenSharer.class.getClassLoader());
        this.type = PREFIX + type;
        this.change = ClassTransform.transformingMethodBodies(
                (MethodModel each) -> each.methodName().equalsString(method), (code, element) -> {
                    if (element instanceof InvokeInstruction call && call.name().equalsString(called)) {
                        instead.accept(code);
                        isBroken = true;
                    } else {
                        code.with(element);
                    }
                });
    }

    /** A change is made although its entry is not the one that was found. */
    static final class Condition {
        private Condition() {}

        public static void main(String[] args) throws ReflectiveOperationException {
            run(
                    args,
                    new BrokenSharer(
                            "map.ChangeWriter",
                            "holds",
                            "isAsFound",
                            code -> code.pop2().pop().iconst_1()));
        }
    }

    /** A writer that was fenced publishes in the space that it has lost. */
    static final class Fence {
        private Fence() {}

        public static void main(String[] args) throws ReflectiveOperationException {
            run(args, new BrokenSharer("journal.SharedAppender", "publishAt", "compareAndSetLong", code -> {
                // segment, position, claim, header: the header is stored whatever is there
                code.dup2_x2()
                        .pop2()
                        .pop2()
                        .invokestatic(
                                ClassDesc.of("io.millrace.memory.Memory"),
                                "setLongRelease",
                                MethodTypeDesc.ofDescriptor("(Ljava/lang/foreign/MemorySegment;JJ)V"));
                code.iconst_1();
            }));
        }
    }

    private static void run(String[] args, BrokenSharer loader) throws ReflectiveOperationException {
        Class<?> sharer = loader.loadClass(MapSharer.class.getName());
        var main = sharer.getDeclaredMethod("main", String[].class);
        main.setAccessible(true);
        main.invoke(null, (Object) args);
        if (!loader.isBroken) {
            throw new IllegalStateException("a rule is broken in a method that is not there type=" + loader.type);
        }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            if (!name.startsWith(PREFIX)) {
                return super.loadClass(name, resolve);
            }
            Class<?> loaded = findLoadedClass(name);
            return loaded == null ? define(name) : loaded;
        }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
        try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (in == null) {
                throw new ClassNotFoundException(name);
            }
            byte[] bytes = in.readAllBytes();
            if (name.equals(type)) {
                ClassFile file = ClassFile.of();
                bytes = file.transformClass(file.parse(bytes), change);
            }
            return defineClass(name, bytes, 0, bytes.length);
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }
}
