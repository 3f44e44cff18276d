package io.millrace.remote;

import io.millrace.interaction.ClientOptions;
import io.millrace.interaction.InteractionClient;
import io.millrace.interaction.InteractionLimits;
import io.millrace.interaction.InteractionServer;
import io.millrace.wire.WireTypes;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** What sessions do over every transport, beside what all patterns do. */
abstract class RemoteContract extends InteractionContract {

    static final WireTypes TYPES = WireTypes.none().allow(AccountReads.class, Deposit.class, Heartbeat.class);

    final Queue<Throwable> errors = new ConcurrentLinkedQueue<>();
    InteractionServer server;
    InteractionClient client;

    /** Starts what accepts the clients of a server. */
    abstract void listen(InteractionServer toServe);

    /** Connects a client. */
    abstract InteractionClient connect(ClientOptions options);

    /** Ends what accepts clients, and the connections of those that are left. */
    abstract void stop();

    InteractionLimits limits() {
        return InteractionLimits.defaults();
    }

    ClientOptions options() {
        return ClientOptions.defaults().withTypes(TYPES).withErrorHandler(errors::add);
    }

    @Override
    Desk open() {
        server = InteractionServer.builder()
                .serve(Desk.class, service)
                .types(TYPES)
                .limits(limits())
                .errorHandler(errors::add)
                .build();
        listen(server);
        client = connect(options());
        return client.as(Desk.class);
    }

    @Override
    void close() {
        client.close();
        server.close();
        stop();
    }
}
