package io.millrace.console;

import io.millrace.server.WebErrorHandler;
import io.millrace.service.ErrorOrigin;
import io.millrace.service.ErrorReports;
import io.millrace.service.Severity;
import io.millrace.topology.RunPhase;
import io.millrace.topology.SectionContext;
import io.millrace.topology.SectionHealth;
import io.millrace.topology.SectionRun;
import io.millrace.topology.SectionState;
import java.util.Optional;

/** The console of one run: it starts before the services, so that a long restart is seen, and ends after them. */
final class ConsoleRun implements SectionRun {

    private final ConsoleOptions options;
    private final SectionContext context;
    private final ErrorLog errors = new ErrorLog();
    private volatile RunSubject subject;
    private volatile ConsoleServer server;

    ConsoleRun(ConsoleOptions options, SectionContext context) {
        this.options = options;
        this.context = context;
    }

    @Override
    public void start(RunPhase phase) {
        if (phase == RunPhase.BEFORE_SERVICES) {
            WebErrorHandler handler = (where, error) -> context.report(
                    Severity.WARNING,
                    new ConsoleException("error of the console at=" + where + ": " + ErrorReports.text(error), error));
            subject = new RunSubject(context);
            server = ConsoleServer.start(subject, options, context.pages(), context.views(), errors, handler);
        }
    }

    @Override
    public void stop(RunPhase phase) {
        if (phase == RunPhase.BEFORE_SERVICES) {
            server.close();
        }
    }

    @Override
    public void reported(Severity severity, ErrorOrigin origin, Throwable error) {
        errors.add(severity.name(), origin.toString(), ErrorReports.text(error));
        RunSubject shown = subject;
        if (shown != null && severity == Severity.FATAL && origin.kind() == ErrorOrigin.Kind.COMPONENT) {
            shown.failed(origin.name());
        }
    }

    @Override
    public Optional<String> announcement() {
        return Optional.ofNullable(server).map(ConsoleServer::announcement);
    }

    @Override
    public Optional<SectionHealth> health() {
        ConsoleServer started = server;
        if (started == null) {
            return Optional.empty();
        }
        return Optional.of(SectionHealth.of(SectionState.RUNNING)
                .with("address", started.uri())
                .with("pages", Integer.toString(started.pages()))
                .with("refused", Long.toString(started.counts().refused()))
                .with("slowReaders", Long.toString(started.counts().slowReaders())));
    }
}
