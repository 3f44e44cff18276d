package io.millrace.jcstress;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** A number with the memory orders of the litmus tests. */
final class Cell {
    private static final VarHandle NUMBER;

    static {
        try {
            NUMBER = MethodHandles.lookup().findVarHandle(Cell.class, "number", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @SuppressWarnings("unused") // through its handle
    private int number;

    void release(int value) {
        NUMBER.setRelease(this, value);
    }

    int acquire() {
        return (int) NUMBER.getAcquire(this);
    }

    void setVolatile(int value) {
        NUMBER.setVolatile(this, value);
    }

    int getVolatile() {
        return (int) NUMBER.getVolatile(this);
    }
}
