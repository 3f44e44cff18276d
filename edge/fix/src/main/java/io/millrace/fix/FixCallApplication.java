package io.millrace.fix;

/**
 * The application of a session as calls, without channels: each message calls a method of a component. What no method
 * takes, and what has a field that does not fit, is answered by a BusinessMessageReject. One thread at a time.
 */
public final class FixCallApplication implements FixApplication {

    private final FixCallReader reader;
    private final FixWriter answer = new FixWriter();
    private FixSession last;
    private String lastName;

    /** Creates an application that calls the target of a reader. */
    public FixCallApplication(FixCallReader reader) {
        this.reader = reader;
    }

    @Override
    public void message(FixSession session, long timeNs, FixMessage message) {
        FixCallReader.Route route;
        try {
            route = reader.prepare(message);
        } catch (FixValueException e) {
            answer(session, timeNs, message, FixBusinessReject.unfit(answer, message, e));
            return;
        }
        if (route == null) {
            answer(session, timeNs, message, FixBusinessReject.unsupported(answer, message));
        } else {
            route.call(nameOf(session)); // what the component throws is no fault of the message
        }
    }

    private static void answer(FixSession session, long timeNs, FixMessage message, FixWriter written) {
        if (FixBusinessReject.isAnswered(message)) {
            session.send(timeNs, written);
        }
    }

    private String nameOf(FixSession session) {
        if (last != session) {
            lastName = session.settings().id().toString();
            last = session;
        }
        return lastName;
    }
}
