package io.millrace.prove;

import jakarta.transaction.Synchronization;

/** Is called before and after the end of a transaction, and fails as {@link XaFaults} decides. */
record FaultySynchronization(XaFaults faults) implements Synchronization {

    private static final String NAME = "callback";

    @Override
    public void beforeCompletion() {
        fail(faults.at(XaCall.BEFORE_COMPLETION, NAME));
    }

    @Override
    public void afterCompletion(int status) {
        fail(faults.at(XaCall.AFTER_COMPLETION, NAME));
    }

    private void fail(XaFault fault) {
        switch (fault == null ? null : fault.kind()) {
            case null -> {}
            case KILL -> throw faults.kill();
            case FATAL -> throw new StackOverflowError("thrown by a synchronization");
            default -> throw new IllegalStateException("a bug in a synchronization");
        }
    }
}
