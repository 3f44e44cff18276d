package io.millrace.remote;

import io.millrace.interaction.ClientOptions;
import io.millrace.interaction.InteractionClient;
import io.millrace.interaction.InteractionServer;
import io.millrace.interaction.QueueSession;
import java.util.ArrayList;
import java.util.List;

/** Between threads. */
class QueueInteractionTest extends RemoteContract {

    private final List<QueueSession> sessions = new ArrayList<>();

    @Override
    void listen(InteractionServer toServe) {
        // Each session has its own queues.
    }

    @Override
    InteractionClient connect(ClientOptions options) {
        QueueSession session = QueueSession.open(server, options);
        sessions.add(session);
        return session.client();
    }

    @Override
    void stop() {
        sessions.forEach(QueueSession::close);
    }
}
