package io.millrace.wire;

import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.reflect.Modifier;

/**
 * Finds a lookup with full privilege access to a user's class, with which codecs are defined as its nest mates.
 *
 * <p>Within one module {@link MethodHandles#privateLookupIn} is all it takes. Across modules, and a child class loader
 * has an unnamed module of its own, it yields a lookup that may define an ordinary class but not a hidden one, and the
 * user's module does not read this one. So an ordinary class, the anchor, is defined once per package and loader. It
 * returns its own lookup to callers that have private access already, and makes its module read this one.
 *
 * <p>Safe for any number of threads: two that define an anchor at once meet at the class loader, and the later takes
 * the earlier one's.
 */
final class Anchors {
    private static final String NAME = "MillraceAnchor";
    private static final ClassDesc MODULE = Module.class.describeConstable().orElseThrow();
    private static final ClassDesc LOOKUPS =
            MethodHandles.class.describeConstable().orElseThrow();
    private static final MethodTypeDesc LOOKUP = MethodTypeDesc.of(ConstantDescs.CD_MethodHandles_Lookup);
    private static final MethodTypeDesc READ = MethodTypeDesc.of(ConstantDescs.CD_MethodHandles_Lookup, MODULE);

    private Anchors() {}

    /** A lookup on the class; {@link WireTypeException} where its module does not allow one. */
    static Lookup lookup(Class<?> target, WireTypes types) {
        try {
            return fullPrivilege(target, types);
        } catch (IllegalAccessException e) {
            throw new WireTypeException(
                    "the module does not open the package to io.millrace.wire; add 'opens " + target.getPackageName()
                            + " to io.millrace.wire' to it or pass a lookup with WireTypes.lookup type="
                            + target.getName() + " module=" + target.getModule(),
                    e);
        } catch (Throwable e) {
            throw new WireTypeException(
                    "no codec can be defined beside the class; its class loader must see io.millrace.wire type="
                            + target.getName() + " loader=" + target.getClassLoader(),
                    e);
        }
    }

    /**
     * A lookup beside which code can be defined that implements or calls the interface. A public interface of a module
     * that opens nothing, such as one of the JDK, is served from this package.
     */
    static Lookup lookupForInterface(Class<?> type, WireTypes types) {
        try {
            return lookup(type, types);
        } catch (WireTypeException e) {
            if (isVisibleHere(type)) {
                Anchors.class.getModule().addReads(type.getModule());
                return MethodHandles.lookup();
            }
            throw e;
        }
    }

    private static boolean isVisibleHere(Class<?> type) {
        try {
            return Modifier.isPublic(type.getModifiers())
                    && type.getModule().isExported(type.getPackageName(), Anchors.class.getModule())
                    && Class.forName(type.getName(), false, Anchors.class.getClassLoader()) == type;
        } catch (ClassNotFoundException _) {
            return false;
        }
    }

    private static Lookup fullPrivilege(Class<?> target, WireTypes types) throws Throwable {
        Lookup partial = null;
        for (Lookup given : types.lookups()) {
            if (given.lookupClass().getModule() == target.getModule()) {
                partial = MethodHandles.privateLookupIn(target, given);
            }
        }
        if (partial == null) {
            Anchors.class.getModule().addReads(target.getModule());
            partial = MethodHandles.privateLookupIn(target, MethodHandles.lookup());
            if (partial.hasFullPrivilegeAccess()) {
                return partial;
            }
        }
        Class<?> anchor = anchor(partial, target);
        MethodHandle method = partial.findStatic(anchor, "lookup", MethodType.methodType(Lookup.class, Module.class));
        Lookup full = (Lookup) method.invokeExact(Anchors.class.getModule());
        return MethodHandles.privateLookupIn(target, full);
    }

    private static Class<?> anchor(Lookup partial, Class<?> target) throws ReflectiveOperationException {
        String prefix = target.getPackageName().isEmpty() ? "" : target.getPackageName() + ".";
        try {
            return partial.findClass(prefix + NAME);
        } catch (ClassNotFoundException _) {
            try {
                return partial.defineClass(bytes(prefix + NAME));
            } catch (LinkageError _) {
                return partial.findClass(prefix + NAME);
            }
        }
    }

    /** A package-private class with {@code static Lookup lookup(Module wire)}. */
    private static byte[] bytes(String name) {
        ClassDesc self = ClassDesc.of(name);
        return ClassFile.of()
                .build(
                        self,
                        builder -> builder.withFlags(
                                        ClassFile.ACC_FINAL | ClassFile.ACC_SUPER | ClassFile.ACC_SYNTHETIC)
                                .withMethodBody(
                                        "lookup",
                                        READ,
                                        ClassFile.ACC_STATIC,
                                        code -> code.ldc(self)
                                                .invokevirtual(
                                                        ConstantDescs.CD_Class, "getModule", MethodTypeDesc.of(MODULE))
                                                .aload(0)
                                                .invokevirtual(MODULE, "addReads", MethodTypeDesc.of(MODULE, MODULE))
                                                .pop()
                                                .invokestatic(LOOKUPS, "lookup", LOOKUP)
                                                .areturn()));
    }
}
