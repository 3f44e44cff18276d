package io.millrace.transactions;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Set;
import javax.transaction.xa.XAResource;

/**
 * Ends the protocol of one transaction over two resources before a given call, as the end of the process would: that
 * call and all later ones do not reach the resource. What the manager makes of it and tells its caller counts for
 * nothing: it is closed and opened again.
 */
final class CutOff {

    /** The calls of one transaction that can be cut off: prepare twice, commit twice. */
    static final int STEPS = 4;

    private static final int NEVER = Integer.MAX_VALUE;
    private static final Set<String> COUNTED = Set.of("prepare", "commit", "rollback");

    private final int before;
    private int calls;

    private CutOff(int before) {
        this.before = before;
    }

    static CutOff before(int step) {
        return new CutOff(step);
    }

    static CutOff never() {
        return new CutOff(NEVER);
    }

    /** Returns whether the protocol has come to the call. */
    boolean isReached() {
        return calls > before;
    }

    XAResource around(XAResource resource) {
        return (XAResource) Proxy.newProxyInstance(
                CutOff.class.getClassLoader(), new Class<?>[] {XAResource.class}, (proxy, method, arguments) -> {
                    if (COUNTED.contains(method.getName()) && calls++ >= before) {
                        throw new Gone(method.getName());
                    }
                    try {
                        return method.invoke(resource, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    /** The process is gone, as far as the protocol can tell. */
    static final class Gone extends Error {

        private static final long serialVersionUID = 1;

        Gone(String call) {
            super("cut off before " + call);
        }
    }
}
