package io.millrace.load.ws;

import io.millrace.client.ClientException;
import io.millrace.client.MillraceClient;
import io.millrace.load.Operation;
import io.millrace.load.TargetSession;
import java.util.List;
import java.util.concurrent.Semaphore;

/** A client whose threads complete the operations; at the bound of calls in flight it waits. */
final class WsSession implements TargetSession {
    private final MillraceClient client;
    private final List<WsOperation> kinds;
    private final Semaphore free;

    WsSession(MillraceClient client, List<WsOperation> kinds, int inFlight) {
        this.client = client;
        this.kinds = kinds;
        this.free = new Semaphore(inFlight);
    }

    @Override
    public void issue(Operation operation) throws InterruptedException {
        WsOperation kind = kinds.get(operation.kind());
        String arguments = kind.arguments().text(operation);
        free.acquire();
        boolean isSent = false;
        try {
            var _ = client.append(kind.channel(), kind.method(), arguments).whenComplete((_, error) -> {
                if (error == null) {
                    operation.complete();
                } else {
                    operation.fail(error.getCause() instanceof ClientException cause ? cause : error);
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

    /** Gives up what is in flight. */
    @Override
    public void close() {
        client.close();
    }
}
