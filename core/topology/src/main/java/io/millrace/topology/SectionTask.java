package io.millrace.topology;

import io.millrace.service.ServiceTask;
import io.millrace.service.Task;

/**
 * A service of which sections learn that it closes, in the thread of its loop: a gateway can count the rows of a table
 * only while its connection is open.
 */
final class SectionTask implements Task {
    private final ServiceTask service;
    private final RunningSections sections;
    private boolean failed;

    SectionTask(ServiceTask service, RunningSections sections) {
        this.service = service;
        this.sections = sections;
    }

    @Override
    public String name() {
        return service.name();
    }

    @Override
    public int poll() {
        try {
            return service.poll();
        } catch (Throwable e) {
            failed = true;
            throw e;
        }
    }

    @Override
    public boolean done() {
        return service.done();
    }

    @Override
    public void close() {
        try {
            // A service that failed or was stopped before it was live may have no connection.
            if (service.state() != ServiceTask.State.RESTARTING && !failed) {
                sections.beforeClose(service);
            }
        } finally {
            service.close();
        }
    }
}
