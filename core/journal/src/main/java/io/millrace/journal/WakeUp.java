package io.millrace.journal;

import java.util.concurrent.locks.LockSupport;

/** Wakes a thread that starts after the objects that wake it were created; before, it does nothing. Any thread may. */
final class WakeUp {

    private volatile Thread thread;

    void setThread(Thread value) {
        thread = value;
    }

    void wake() {
        LockSupport.unpark(thread);
    }
}
