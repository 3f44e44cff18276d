package io.millrace.transactions;

import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/**
 * The only class that calls resources. Whatever a driver throws, {@link Error}s included, becomes an {@link
 * XAException}, so that every call has an answer and the protocol handles all of them.
 */
final class ResourceCalls {

    private ResourceCalls() {}

    static void start(XAResource resource, Xid xid, int flags) throws XAException {
        try {
            resource.start(xid, flags);
        } catch (Throwable e) {
            throw answer("start", resource, e);
        }
    }

    static void end(XAResource resource, Xid xid, int flags) throws XAException {
        try {
            resource.end(xid, flags);
        } catch (Throwable e) {
            throw answer("end", resource, e);
        }
    }

    static int prepare(XAResource resource, Xid xid) throws XAException {
        try {
            return resource.prepare(xid);
        } catch (Throwable e) {
            throw answer("prepare", resource, e);
        }
    }

    static void commit(XAResource resource, Xid xid) throws XAException {
        try {
            resource.commit(xid, false);
        } catch (Throwable e) {
            throw answer("commit", resource, e);
        }
    }

    static void commitOnePhase(XAResource resource, Xid xid) throws XAException {
        try {
            resource.commit(xid, true);
        } catch (Throwable e) {
            throw answer("commit in one phase", resource, e);
        }
    }

    static void rollback(XAResource resource, Xid xid) throws XAException {
        try {
            resource.rollback(xid);
        } catch (Throwable e) {
            throw answer("rollback", resource, e);
        }
    }

    static void forget(XAResource resource, Xid xid) throws XAException {
        try {
            resource.forget(xid);
        } catch (Throwable e) {
            throw answer("forget", resource, e);
        }
    }

    static Xid[] recover(XAResource resource, int flags) throws XAException {
        try {
            return resource.recover(flags);
        } catch (Throwable e) {
            throw answer("recover", resource, e);
        }
    }

    static boolean isSameRM(XAResource resource, XAResource other) throws XAException {
        try {
            return resource.isSameRM(other);
        } catch (Throwable e) {
            throw answer("isSameRM", resource, e);
        }
    }

    private static XAException answer(String call, XAResource resource, Throwable error) {
        if (error instanceof XAException given) {
            return given;
        }
        if (error instanceof InterruptedException) { // drivers in other languages need not declare it
            Thread.currentThread().interrupt();
        }
        return new DriverFaultException(call, NamedResource.describe(resource), error);
    }
}
