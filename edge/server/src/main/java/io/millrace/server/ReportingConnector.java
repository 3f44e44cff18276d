package io.millrace.server;

import java.nio.channels.ClosedChannelException;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/** A connector that reports why it cannot accept a connection, for example because no file descriptor is left. */
final class ReportingConnector extends ServerConnector {

    private static final int ACCEPTORS = 1;
    private static final int SELECTORS = 1;

    private final ErrorReports reports;

    ReportingConnector(Server server, ConnectionFactory factory, ErrorReports reports) {
        super(server, ACCEPTORS, SELECTORS, factory);
        this.reports = reports;
    }

    @Override
    protected boolean handleAcceptFailure(Throwable failure) {
        boolean continues = super.handleAcceptFailure(failure);
        boolean isClosing = failure instanceof ClosedChannelException || !isRunning();
        if (!isClosing) {
            reports.report("a connection that cannot be accepted", failure);
        }
        return continues;
    }
}
