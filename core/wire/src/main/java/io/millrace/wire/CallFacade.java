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
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Implements an interface of calls without writing them: each method runs a method handle with its arguments. The
 * handles are constants of the generated class, so that the compiler can inline them, and a call allocates nothing by
 * itself.
 */
public final class CallFacade {
    private CallFacade() {}

    /**
     * Returns an object that implements an interface. Default methods that have no handle keep their bodies.
     *
     * @param type the interface
     * @param types has a lookup for a module that does not open its package to {@code io.millrace.wire}
     * @param bodies returns what a method runs, a handle of its parameters and its result, or null for a default
     * method that keeps its body; asked once for each method
     * @throws WireTypeException if no class can be defined for the interface, or a method has no body or another type
     */
    public static <T> T of(Class<T> type, WireTypes types, Function<Method, MethodHandle> bodies) {
        if (!type.isInterface() || type.isAnnotation()) {
            throw new WireTypeException("only interfaces declare calls type=" + type.getName());
        }
        Map<Method, MethodHandle> handles = new LinkedHashMap<>();
        List<String> seen = new ArrayList<>();
        for (Method method : type.getMethods()) {
            MethodType shape = MethodType.methodType(method.getReturnType(), method.getParameterTypes());
            if (!Modifier.isStatic(method.getModifiers()) && !method.isBridge() && !seen.contains(key(method, shape))) {
                MethodHandle body = bodies.apply(method);
                if (body != null && body.type().equals(shape)) {
                    seen.add(key(method, shape));
                    handles.put(method, body);
                } else if (body != null || !method.isDefault()) {
                    throw new WireTypeException("a method has no body of its type method=" + type.getName() + "."
                            + method.getName() + " body=" + (body == null ? null : body.type()));
                }
            }
        }
        return type.cast(Bytecode.newInstance(define(type, types, handles)));
    }

    private static String key(Method method, MethodType shape) {
        return method.getName() + shape.descriptorString();
    }

    private static Lookup define(Class<?> type, WireTypes types, Map<Method, MethodHandle> handles) {
        ClassData data = new ClassData();
        Lookup lookup = PrivateLookups.lookupForInterface(type, types);
        return data.define(lookup, "Facade", (builder, _) -> {
            builder.withInterfaceSymbols(ClassData.desc(type));
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
