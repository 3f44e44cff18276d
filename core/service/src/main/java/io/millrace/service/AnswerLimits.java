package io.millrace.service;

/**
 * How much a component remembers of its clients. All of it is in the memory of the component and in its snapshots.
 *
 * @param answers how many answers are kept for each client, at least 1
 * @param bytes how many bytes of answers are kept for each client, at least 1
 * @param clients how many clients are kept, at least 1; the one that was idle for longest is forgotten
 * @param openReplies how many calls may wait for a later answer, at least 1
 * @param failures how often the calls of a principal may make the component throw, at least 1; then it is refused
 */
public record AnswerLimits(int answers, int bytes, int clients, int openReplies, int failures) {

    private static final AnswerLimits DEFAULTS = new AnswerLimits(1024, 2 << 20, 100_000, 65_536, 16);

    /** Checks the bounds. */
    public AnswerLimits {
        if (Math.min(Math.min(answers, bytes), Math.min(Math.min(clients, openReplies), failures)) < 1) {
            throw new ServiceException("bounds of answers are at least 1 answers=" + answers + " bytes=" + bytes
                    + " clients=" + clients + " openReplies=" + openReplies + " failures=" + failures);
        }
    }

    /** Returns 1,024 answers and 2 MiB a client, 100,000 clients, 65,536 open replies, 16 failures. */
    public static AnswerLimits defaults() {
        return DEFAULTS;
    }

    /** Returns these bounds with another number of answers. */
    public AnswerLimits withAnswers(int count) {
        return new AnswerLimits(count, bytes, clients, openReplies, failures);
    }

    /** Returns these bounds with another number of bytes. */
    public AnswerLimits withBytes(int count) {
        return new AnswerLimits(answers, count, clients, openReplies, failures);
    }

    /** Returns these bounds with another number of clients. */
    public AnswerLimits withClients(int count) {
        return new AnswerLimits(answers, bytes, count, openReplies, failures);
    }

    /** Returns these bounds with another number of open replies. */
    public AnswerLimits withOpenReplies(int count) {
        return new AnswerLimits(answers, bytes, clients, count, failures);
    }

    /** Returns these bounds with another number of failures. */
    public AnswerLimits withFailures(int count) {
        return new AnswerLimits(answers, bytes, clients, openReplies, count);
    }
}
