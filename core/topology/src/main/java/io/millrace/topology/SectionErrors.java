package io.millrace.topology;

import io.millrace.service.ErrorHandler;
import io.millrace.service.ErrorOrigin;
import io.millrace.service.Severity;
import java.util.List;

/** The error handler of a run: tells the sections, then the handler that the caller has given. Any thread. */
final class SectionErrors implements ErrorHandler {
    private final ErrorHandler handler;
    private volatile Iterable<SectionRun> sections = List.of();

    SectionErrors(ErrorHandler handler) {
        this.handler = handler;
    }

    /** Sets the sections, once they are open. */
    void tell(Iterable<SectionRun> open) {
        sections = open;
    }

    @Override
    public void onError(Severity severity, ErrorOrigin origin, Throwable error) {
        for (SectionRun section : sections) {
            try {
                section.reported(severity, origin, error);
            } catch (Throwable e) { // reported to the log alone, since a report would come back here
                ErrorHandler.log().onError(Severity.ERROR, ErrorOrigin.section("unknown"), e);
            }
        }
        handler.onError(severity, origin, error);
    }
}
