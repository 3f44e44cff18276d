package io.millrace.prove;

import java.util.ArrayList;
import java.util.List;
import javax.transaction.xa.XAException;

/** The calls that a transaction manager makes of foreign code: resources, callbacks, and its store. */
enum XaCall {
    START,
    END,
    PREPARE,
    COMMIT,
    COMMIT_ONE_PHASE,
    ROLLBACK,
    FORGET,
    RECOVER,
    BEFORE_COMPLETION,
    AFTER_COMPLETION,
    STORE_RECORD,
    STORE_FORGET,
    STORE_KEEP;

    /** Every code of the interface, and zero, for drivers that forget to set one. */
    private static final int[] CODES = {
        0,
        XAException.XA_RBROLLBACK,
        XAException.XA_RBCOMMFAIL,
        XAException.XA_RBDEADLOCK,
        XAException.XA_RBINTEGRITY,
        XAException.XA_RBOTHER,
        XAException.XA_RBPROTO,
        XAException.XA_RBTIMEOUT,
        XAException.XA_RBTRANSIENT,
        XAException.XA_NOMIGRATE,
        XAException.XA_HEURHAZ,
        XAException.XA_HEURCOM,
        XAException.XA_HEURRB,
        XAException.XA_HEURMIX,
        XAException.XA_RETRY,
        XAException.XA_RDONLY,
        XAException.XAER_ASYNC,
        XAException.XAER_RMERR,
        XAException.XAER_NOTA,
        XAException.XAER_INVAL,
        XAException.XAER_PROTO,
        XAException.XAER_RMFAIL,
        XAException.XAER_DUPID,
        XAException.XAER_OUTSIDE
    };

    boolean isOfStore() {
        return this == STORE_RECORD || this == STORE_FORGET || this == STORE_KEEP;
    }

    private boolean isOfResource() {
        return !isOfStore() && this != BEFORE_COMPLETION && this != AFTER_COMPLETION;
    }

    /** Returns all faults that are possible at this call. */
    List<XaFault> faults() {
        List<XaFault> faults = new ArrayList<>();
        for (XaFault.Effect effect : XaFault.Effect.values()) {
            faults.add(new XaFault(XaFault.Kind.KILL, 0, effect));
            faults.add(new XaFault(XaFault.Kind.FATAL, 0, effect));
            faults.add(new XaFault(isOfStore() ? XaFault.Kind.LOG_FAILURE : XaFault.Kind.BUG, 0, effect));
            if (isOfResource()) {
                for (int code : CODES) {
                    faults.add(new XaFault(XaFault.Kind.ERROR, code, effect));
                }
            }
        }
        if (this == STORE_RECORD) {
            faults.add(new XaFault(XaFault.Kind.NOT_RECORDED, 0, XaFault.Effect.NOT_DONE));
        }
        return faults;
    }
}
