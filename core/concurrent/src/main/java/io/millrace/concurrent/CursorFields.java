package io.millrace.concurrent;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** The fields of a {@link Cursor}, and the orders in which they are read and written. */
abstract class CursorFields extends Padding {

    private static final VarHandle INDEX = field("index", long.class);
    private static final VarHandle LIMIT = field("limit", long.class);
    private static final VarHandle END = field("end", long.class);
    private static final VarHandle VERSION = field("version", int.class);
    private static final VarHandle NODE = field("node", Node.class);

    /** How many elements went past this cursor; wraps around. */
    long index;

    /** Below it, the side need not look at the other side; at most {@link #end}. */
    long limit;

    /** The index at which the chunk ends. */
    long end;

    /** The slots of {@link #chunk}. */
    Object[] slots;

    /** The chunk in which the index is. */
    Chunk chunk;

    /** The node at this end, for linked queues. */
    Node node;

    /** Odd while a thread moves the cursor to another chunk. */
    private int version;

    final long indexAcquire() {
        return (long) INDEX.getAcquire(this);
    }

    final long indexVolatile() {
        return (long) INDEX.getVolatile(this);
    }

    final void indexRelease(long value) {
        INDEX.setRelease(this, value);
    }

    final boolean compareAndSetIndex(long expected, long value) {
        return INDEX.compareAndSet(this, expected, value);
    }

    final long limitAcquire() {
        return (long) LIMIT.getAcquire(this);
    }

    final void limitRelease(long value) {
        LIMIT.setRelease(this, value);
    }

    final long endAcquire() {
        return (long) END.getAcquire(this);
    }

    final void endRelease(long value) {
        END.setRelease(this, value);
    }

    final int versionAcquire() {
        return (int) VERSION.getAcquire(this);
    }

    /** Makes the version odd, where no other thread has; the caller then owns the chunk until it unlocks. */
    final boolean tryLock() {
        int now = (int) VERSION.getAcquire(this);
        return (now & 1) == 0 && VERSION.compareAndSet(this, now, now + 1);
    }

    /** Makes the version odd, where no other thread ever does. */
    final void lockAlone() {
        VERSION.setOpaque(this, version + 1);
        VarHandle.storeStoreFence();
    }

    final void unlock() {
        VERSION.setRelease(this, version + 1);
    }

    final Node nodeAcquire() {
        return (Node) NODE.getAcquire(this);
    }

    final Node nodeVolatile() {
        return (Node) NODE.getVolatile(this);
    }

    final void nodeRelease(Node value) {
        NODE.setRelease(this, value);
    }

    final Node getAndSetNode(Node value) {
        return (Node) NODE.getAndSet(this, value);
    }

    final boolean compareAndSetNode(Node expected, Node value) {
        return NODE.compareAndSet(this, expected, value);
    }

    private static VarHandle field(String name, Class<?> type) {
        try {
            return MethodHandles.lookup().findVarHandle(CursorFields.class, name, type);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
