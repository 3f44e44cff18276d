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
 * Finds lookups with full privilege access to users' classes. With such a lookup, codecs are defined as nest mates of
 * the class.
 *
 * <p>Within one module, {@link MethodHandles#privateLookupIn} is enough. Across modules it returns a lookup that can
 * define ordinary classes but no hidden ones, and the user's module does not read this one. The same holds for a child
 * class loader, which has an unnamed module of its own. So this class defines one ordinary class, the anchor, per
 * package and loader. The anchor returns its own lookup to callers that already have private access, and makes its
 * module read this one.
 *
 * <p>Thread-safe: if two threads define an anchor at the same time, the class loader accepts the first one and both
 * threads use it.
 */
final class PrivateLookups {
    private static final String NAME = "MillraceAnchor";
    private static final ClassDesc MODULE = Module.class.describeConstable().orElseThrow();
    private static final ClassDesc LOOKUPS =
            MethodHandles.class.describeConstable().orElseThrow();
    private static final MethodTypeDesc LOOKUP = MethodTypeDesc.of(ConstantDescs.CD_MethodHandles_Lookup);
    private static final MethodTypeDesc READ = MethodTypeDesc.of(ConstantDescs.CD_MethodHandles_Lookup, MODULE);

    private PrivateLookups() {}

    /** Returns a lookup on the class; throws {@link WireTypeException} if its module does not allow one. */
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
                    "no codec can be defined in a package; its class loader must see io.millrace.wire type="
                            + target.getName() + " loader=" + target.getClassLoader(),
                    e);
        }
    }

    /**
     * Returns a lookup in whose package code can be defined that implements or calls the interface. For a public
     * interface of a module that opens no package, such as the JDK, this is the package of this class.
     */
    static Lookup lookupForInterface(Class<?> type, WireTypes types) {
        try {
            return lookup(type, types);
        } catch (WireTypeException e) {
            if (isVisibleHere(type)) {
                PrivateLookups.class.getModule().addReads(type.getModule());
                return MethodHandles.lookup();
            }
            throw e;
        }
    }

    private static boolean isVisibleHere(Class<?> type) {
        try {
            return Modifier.isPublic(type.getModifiers())
                    && type.getModule().isExported(type.getPackageName(), PrivateLookups.class.getModule())
                    && Class.forName(type.getName(), false, PrivateLookups.class.getClassLoader()) == type;
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
            PrivateLookups.class.getModule().addReads(target.getModule());
            partial = MethodHandles.privateLookupIn(target, MethodHandles.lookup());
            if (partial.hasFullPrivilegeAccess()) {
                return partial;
            }
        }
        Class<?> anchor = anchor(partial, target);
        MethodHandle method = partial.findStatic(anchor, "lookup", MethodType.methodType(Lookup.class, Module.class));
        Lookup full = (Lookup) method.invokeExact(PrivateLookups.class.getModule());
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

    /** Returns the bytes of a package-private class with {@code static Lookup lookup(Module wire)}. */
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
