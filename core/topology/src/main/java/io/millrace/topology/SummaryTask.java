package io.millrace.topology;

import io.millrace.service.Counting;
import io.millrace.service.ServiceTask;
import io.millrace.service.Task;
import io.millrace.topology.SummarySpec.Counted;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A service that is asked for its counts as the last thing before it closes, in the thread of its loop: a gateway can
 * count the rows of a table only while its connection is there. The counts may be read once the loop has ended.
 */
final class SummaryTask implements Task {
    private final ServiceTask task;
    private final Map<Counted, Counting> questions;
    private final Map<Counted, Long> counts = new LinkedHashMap<>();
    private boolean failed;

    /** A service, and what is asked of whom in it. */
    SummaryTask(ServiceTask task, Map<Counted, Counting> questions) {
        this.task = task;
        this.questions = Map.copyOf(questions);
    }

    /** The counts, once the loop has ended. */
    Map<Counted, Long> counts() {
        return counts;
    }

    @Override
    public String name() {
        return task.name();
    }

    @Override
    public int poll() {
        try {
            return task.poll();
        } catch (Throwable e) {
            failed = true;
            throw e;
        }
    }

    @Override
    public boolean done() {
        return task.done();
    }

    @Override
    public void close() {
        try {
            // One that failed or was stopped before it was live may have no connection by which to count.
            if (task.state() != ServiceTask.State.RESTARTING && !failed) {
                questions.forEach((question, counting) -> counts.put(question, counting.count(question.what())));
            }
        } finally {
            task.close();
        }
    }
}
