package io.millrace.concurrent;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** The fields of a {@link Cursor}, with the memory order of their accesses. */
abstract class CursorFields extends Padding {

    private static final VarHandle END = field("end", long.class);
    private static final VarHandle VERSION = field("version", int.class);

    /** The index at which the chunk ends. */
    long end;

    /** The chunk in which the index is. */
    Chunk chunk;

    /** Odd while a thread moves the cursor to another chunk. */
    private int version;

    final long endAcquire() {
        return (long) END.getAcquire(this);
    }

    final void endRelease(long value) {
        END.setRelease(this, value);
    }

    final int versionAcquire() {
        return (int) VERSION.getAcquire(this);
    }

    /** Makes the version odd, unless another thread has done so; then the caller owns the chunk until it unlocks. */
    final boolean tryLock() {
        int now = (int) VERSION.getAcquire(this);
        return (now & 1) == 0 && VERSION.compareAndSet(this, now, now + 1);
    }

    /** Makes the version odd, for the only thread that ever does. */
    final void lockAlone() {
        VERSION.setOpaque(this, version + 1);
        VarHandle.storeStoreFence();
    }

    final void unlock() {
        VERSION.setRelease(this, version + 1);
    }

    private static VarHandle field(String name, Class<?> type) {
        try {
            return MethodHandles.lookup().findVarHandle(CursorFields.class, name, type);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
