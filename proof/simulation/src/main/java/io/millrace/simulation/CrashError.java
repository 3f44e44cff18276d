package io.millrace.simulation;

/** A host ends in the middle of a step; not an exception, so that nothing on the way handles it. */
final class CrashError extends Error {
    private static final long serialVersionUID = 1L;

    private final CrashKind kind;

    CrashError(CrashKind kind) {
        super("the host ends here kind=" + kind, null, false, false);
        this.kind = kind;
    }

    CrashKind kind() {
        return kind;
    }
}
