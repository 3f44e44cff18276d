package io.millrace.concurrent;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** The number of claimed bytes of a region, apart from all other fields. */
abstract class RegionClaims extends Padding {

    private static final VarHandle CLAIMED;

    static {
        try {
            CLAIMED = MethodHandles.lookup().findVarHandle(RegionClaims.class, "claimed", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @SuppressWarnings("unused") // accessed by its VarHandle
    private long claimed;

    final long claimedOpaque() {
        return (long) CLAIMED.getOpaque(this);
    }

    final long getAndAddClaimed(long bytes) {
        return (long) CLAIMED.getAndAdd(this, bytes);
    }

    final boolean compareAndSetClaimed(long expected, long value) {
        return CLAIMED.compareAndSet(this, expected, value);
    }
}
