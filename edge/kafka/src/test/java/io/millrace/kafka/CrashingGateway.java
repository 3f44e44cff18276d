package io.millrace.kafka;

import io.millrace.service.Gateway;
import io.millrace.service.GatewayContext;
import io.millrace.wire.BinaryInput;
import io.millrace.wire.CallHooks;
import io.millrace.wire.CallSchema;

/** A gateway whose process dies at a point: what is to follow does not happen. */
final class CrashingGateway implements Gateway, CallHooks.UnknownCallHandler {
    /** Where. */
    enum Point {
        /** The batch is prepared, and nothing is sent. */
        BEFORE_COMMIT,
        /** The transaction is being committed. */
        DURING_COMMIT,
        /** The transaction is committed, and no outcome is published. */
        AFTER_COMMIT
    }

    /** Stands for the end of the process. */
    static final class Crash extends VirtualMachineError {
        private static final long serialVersionUID = 1L;
    }

    private final KafkaGateway gateway;
    private final Point point;
    private int commitsBefore;
    private boolean crashed;

    CrashingGateway(KafkaGateway gateway, Point point) {
        this(gateway, point, 0);
    }

    CrashingGateway(KafkaGateway gateway, Point point, int commitsBefore) {
        this.gateway = gateway;
        this.point = point;
        this.commitsBefore = commitsBefore;
    }

    @Override
    public int batch() {
        return gateway.batch();
    }

    @Override
    public void open(GatewayContext context) {
        gateway.open(context);
    }

    @Override
    public void unknown(CallSchema call, BinaryInput arguments) {
        gateway.unknown(call, arguments);
    }

    @Override
    public void commit() {
        if (commitsBefore > 0) {
            commitsBefore--;
            gateway.commit();
            return;
        }
        if (point == Point.AFTER_COMMIT) {
            gateway.commit();
        }
        if (point == Point.DURING_COMMIT) {
            gateway.startCommit();
        }
        crashed = true;
        throw new Crash();
    }

    @Override
    public void rollback() {
        if (!crashed) {
            gateway.rollback();
        }
    }

    @Override
    public void close() {
        gateway.close();
    }
}
