package io.millrace.fix;

/**
 * Answers messages that become no call of some interfaces, before they are kept for the application: what no method
 * takes, and what has a value that the class of its message cannot hold. Both halves read the message by themselves,
 * with objects of their own; the sending half does so only for messages that are answered.
 */
final class UnfitMessages implements FixExtension {

    private final FixCallReader receiving;
    private final FixCallReader sending;
    private FixMessage last;
    private boolean isUnfit;

    UnfitMessages(Class<?>... interfaces) {
        receiving = FixCallReader.checking(interfaces);
        sending = FixCallReader.checking(interfaces);
    }

    /** Reads a message, which the session asks for before {@link #takes}. */
    @Override
    public boolean isValid(FixMessage message, FixProblem problem) {
        last = message;
        isUnfit = false;
        try {
            receiving.prepare(message);
        } catch (FixValueException e) {
            isUnfit = true;
            FixField field =
                    message.dictionary() == null ? null : message.dictionary().field(e.tag());
            if (!e.isMissing() && field != null && !hasForm(message, field)) {
                return problem.report(FixRejectReason.DATA_FORMAT, e.tag());
            }
        }
        return true;
    }

    /** Returns whether all values of a field have the form of its type. */
    private static boolean hasForm(FixMessage message, FixField field) {
        byte[] bytes = message.bytes();
        for (int i = 0; i < message.size(); i++) {
            int start = message.start(i);
            int end = message.end(i);
            if (message.tag(i) == field.tag() && (start == end || !field.type().accepts(bytes, start, end))) {
                return field.isListed() && start < end && field.allows(bytes, start, end);
            }
        }
        return true;
    }

    @Override
    public boolean takes(FixMessage message) {
        if (last != message) {
            throw new IllegalStateException("a message is asked for that was not read");
        }
        return (isUnfit && FixBusinessReject.isAnswered(message)) || !receiving.takes(message);
    }

    @Override
    public boolean answer(FixMessage message, FixWriter answer) {
        if (!FixBusinessReject.isAnswered(message)) {
            return false;
        }
        try {
            sending.prepare(message);
            FixBusinessReject.unsupported(answer, message);
        } catch (FixValueException e) {
            FixBusinessReject.unfit(answer, message, e);
        }
        return true;
    }
}
