package io.millrace.load.cql;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import io.millrace.load.Operation;
import io.millrace.load.TargetSession;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Semaphore;

/** One thread's way to the driver that all share. The driver's threads complete operations. */
final class CqlTargetSession implements TargetSession {
    private final CqlSession session;
    private final List<CqlOperation> kinds;
    private final Semaphore free;

    CqlTargetSession(CqlSession session, List<CqlOperation> kinds, Semaphore free) {
        this.session = session;
        this.kinds = kinds;
        this.free = free;
    }

    @Override
    public void issue(Operation operation) throws InterruptedException {
        BoundStatement statement = kinds.get(operation.kind()).bind(operation);
        free.acquire();
        boolean isSent = false;
        try {
            // The first page of rows is the answer, as it is to an application that has not asked for the next.
            var _ = session.executeAsync(statement).whenComplete((rows, error) -> {
                if (error == null) {
                    operation.complete();
                } else {
                    boolean isWrapped = error instanceof CompletionException && error.getCause() != null;
                    operation.fail(isWrapped ? error.getCause() : error);
                }
                free.release();
            });
            isSent = true;
        } finally {
            if (!isSent) {
                free.release();
            }
        }
    }
}
