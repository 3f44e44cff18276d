package io.millrace.interaction;

/** A session with a server in the same process, over two queues and a thread at each end. */
public final class QueueSession implements AutoCloseable {

    private final QueueTransport toServer;
    private final QueueTransport toClient;
    private final InteractionClient client;

    private QueueSession(QueueTransport toServer, QueueTransport toClient, InteractionClient client) {
        this.toServer = toServer;
        this.toClient = toClient;
        this.client = client;
    }

    /** Opens a session with a server and starts its threads. */
    public static QueueSession open(InteractionServer server, ClientOptions options) {
        QueueTransport toServer = new QueueTransport("millrace-interaction-server");
        QueueTransport toClient = new QueueTransport("millrace-interaction-client");
        InteractionClient client = InteractionClient.open(options, receiver -> {
            FrameReceiver session = server.open(toClient);
            toServer.start(session, toClient);
            toClient.start(receiver, toServer);
            return toServer;
        });
        return new QueueSession(toServer, toClient, client);
    }

    /** Returns the client. */
    public InteractionClient client() {
        return client;
    }

    /** Ends the session, and waits for its threads. */
    @Override
    public void close() {
        client.close();
        toServer.join();
        toClient.join();
    }
}
