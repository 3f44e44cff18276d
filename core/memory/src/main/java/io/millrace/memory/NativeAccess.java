package io.millrace.memory;

/** Whether this module may call native functions: the user granted it, by the launcher's manifest or by a flag. */
public final class NativeAccess {

    private NativeAccess() {}

    /** Returns whether native functions may be called; otherwise pure Java is used. */
    public static boolean granted() {
        return NativeAccess.class.getModule().isNativeAccessEnabled();
    }
}
