package io.millrace.wire;

import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Implements an interface of calls without writing them: each method runs a method handle with its arguments. The
 * handles are constants of the generated class, so that the compiler can inline them, and a call allocates nothing by
 * itself.
 */
public final class CallFacade {
    private CallFacade() {}

    /**
     * Returns an object that implements an interface; see {@link #ofAll}.
     *
     * @param type the interface
     */
    public static <T> T of(Class<T> type, WireTypes types, Function<Method, MethodHandle> bodies) {
        return type.cast(ofAll(List.of(type), types, bodies));
    }

    /**
     * Returns an object that implements interfaces. Default methods that have no handle keep their bodies.
     *
     * @param interfaces at least one; those after the first are public, or in its package
     * @param types has a lookup for a module that does not open its package to {@code io.millrace.wire}
     * @param bodies returns what a method runs, a handle of its parameters and its result, or null for a default
     * method that keeps its body; asked once for each method
     * @throws WireTypeException if no class can be defined for the interfaces, or a method has no body or another type
     */
    public static Object ofAll(List<Class<?>> interfaces, WireTypes types, Function<Method, MethodHandle> bodies) {
        Map<Method, MethodHandle> handles = new LinkedHashMap<>();
        Set<String> seen = new HashSet<>();
        for (Class<?> type : interfaces) {
            if (!type.isInterface() || type.isAnnotation()) {
                throw new WireTypeException("only interfaces declare calls type=" + type.getName());
            }
            for (Method method : type.getMethods()) {
                if (!Modifier.isStatic(method.getModifiers()) && !method.isBridge() && !seen.contains(key(method))) {
                    MethodHandle body = body(method, bodies);
                    if (body != null) {
                        seen.add(key(method));
                        handles.put(method, body);
                    }
                }
            }
        }
        return Bytecode.newInstance(define(interfaces, types, handles));
    }

    private static MethodHandle body(Method method, Function<Method, MethodHandle> bodies) {
        MethodHandle body = bodies.apply(method);
        MethodType shape = MethodType.methodType(method.getReturnType(), method.getParameterTypes());
        if (body == null ? !method.isDefault() : !body.type().equals(shape)) {
            throw new WireTypeException("a method has no body of its type method="
                    + method.getDeclaringClass().getName() + "." + method.getName() + " body="
                    + (body == null ? null : body.type()));
        }
        return body;
    }

    private static String key(Method method) {
        return method.getName() + Bytecode.signature(method).descriptorString();
    }

    private static Lookup define(List<Class<?>> interfaces, WireTypes types, Map<Method, MethodHandle> handles) {
        ClassData data = new ClassData();
        Lookup lookup = PrivateLookups.lookupForInterface(interfaces.getFirst(), types);
        return data.define(lookup, "Facade", (builder, _) -> {
            builder.withInterfaceSymbols(
                    interfaces.stream().map(ClassData::desc).toList());
            builder.withMethodBody(
                    ConstantDescs.INIT_NAME, ConstantDescs.MTD_void, ClassFile.ACC_PUBLIC, Bytecode::emptyConstructor);
            handles.forEach((method, body) ->
                    builder.withMethodBody(method.getName(), Bytecode.signature(method), ClassFile.ACC_PUBLIC, code -> {
                        code.loadConstant(data.add(body, ConstantDescs.CD_MethodHandle));
                        run(code, method, body);
                    }));
        });
    }

    private static void run(CodeBuilder code, Method method, MethodHandle body) {
        Class<?>[] parameters = method.getParameterTypes();
        for (int i = 0; i < parameters.length; i++) {
            code.loadLocal(TypeKind.from(parameters[i]), code.parameterSlot(i));
        }
        code.invokevirtual(
                        ConstantDescs.CD_MethodHandle,
                        "invokeExact",
                        MethodTypeDesc.ofDescriptor(body.type().descriptorString()))
                .return_(TypeKind.from(method.getReturnType()));
    }
}
