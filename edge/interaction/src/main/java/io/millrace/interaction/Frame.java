package io.millrace.interaction;

/** The parts of one frame, reused for the next one; which of them count depends on the kind. */
final class Frame {

    FrameKind kind;

    /** The number of the call that it makes or belongs to; 0 for a call without an answer. */
    long call;

    /** The object that is called, that answers, or that is released; 0 for one that the server serves by name. */
    long target;

    /** The interface of a call on an object that is served by name; of a text frame perhaps without its package. */
    String interfaceName = "";

    String method = "";
    Routing routing = Routing.none();

    /** The number of a change, which is carried out once; 0 for other calls. */
    long change;

    /** The name of the client in a greeting; empty to ask for one, null for a client without a name. */
    String name;

    /** What shows in a greeting that the client may call; perhaps empty. */
    String token = "";

    /** A reason or an index. */
    String text = "";

    Frame set(FrameKind itsKind, long itsCall) {
        kind = itsKind;
        call = itsCall;
        target = 0;
        interfaceName = "";
        method = "";
        routing = Routing.none();
        text = "";
        change = 0;
        name = null;
        token = "";
        return this;
    }

    Frame withTarget(long value) {
        target = value;
        return this;
    }

    Frame withChange(long value) {
        change = value;
        return this;
    }

    Frame withName(String value) {
        name = value;
        return this;
    }

    Frame withToken(String value) {
        token = value;
        return this;
    }

    Frame withText(String value) {
        text = value;
        return this;
    }

    Frame withMethod(String itsInterface, String itsMethod) {
        interfaceName = itsInterface;
        method = itsMethod;
        return this;
    }

    Frame withRouting(Routing value) {
        routing = value;
        return this;
    }

    boolean hasValues() {
        return kind == FrameKind.CALL || kind == FrameKind.ANSWER || kind == FrameKind.EVENT;
    }
}
