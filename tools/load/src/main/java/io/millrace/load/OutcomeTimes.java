package io.millrace.load;

/**
 * The times of operations of one kind, of those that succeeded and those that failed apart.
 *
 * @param completed of those that succeeded
 * @param failed of those that failed
 */
record OutcomeTimes(Times completed, Times failed) {
    static OutcomeTimes empty() {
        return new OutcomeTimes(Times.empty(), Times.empty());
    }

    Times of(Outcome outcome) {
        return outcome == Outcome.COMPLETED ? completed : failed;
    }

    void add(OutcomeTimes other) {
        completed.add(other.completed);
        if (other.failed.count() > 0) {
            failed.add(other.failed);
        }
    }

    void reset() {
        completed.reset();
        if (failed.count() > 0) {
            failed.reset();
        }
    }
}
