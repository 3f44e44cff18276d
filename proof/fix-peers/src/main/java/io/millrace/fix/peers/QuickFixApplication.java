package io.millrace.fix.peers;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import quickfix.Application;
import quickfix.FieldNotFound;
import quickfix.Message;
import quickfix.SessionID;

/** An application of QuickFIX/J that notes what either side has against the other, and takes messages. Any thread. */
public abstract class QuickFixApplication implements Application {

    private static final int MSG_TYPE = 35;
    private static final int TEXT = 58;

    private final List<String> complaints = new CopyOnWriteArrayList<>();

    /** Creates an application. */
    protected QuickFixApplication() {}

    /** Returns the complaints, and the Logouts that say why, of both sides; may be cleared. */
    public final List<String> complaints() {
        return complaints;
    }

    @Override
    public abstract void fromApp(Message message, SessionID session) throws FieldNotFound;

    @Override
    public void fromAdmin(Message message, SessionID session) {
        note("received", message);
    }

    @Override
    public void toAdmin(Message message, SessionID session) {
        note("sent", message);
    }

    /** Returns whether an administrative message of a type is a complaint; Rejects are, and a test may count more. */
    protected boolean isComplaint(String type) {
        return type.equals("3");
    }

    private void note(String what, Message message) {
        try {
            String type = message.getHeader().getString(MSG_TYPE);
            if (isComplaint(type) || (type.equals("5") && message.isSetField(TEXT))) {
                complaints.add(what + " " + message);
            }
        } catch (FieldNotFound e) {
            complaints.add(what + " without a type " + message);
        }
    }

    @Override
    public void toApp(Message message, SessionID session) {
        // it is sent
    }

    @Override
    public void onCreate(SessionID session) {
        // nothing to do
    }

    @Override
    public void onLogon(SessionID session) {
        // nothing to do
    }

    @Override
    public void onLogout(SessionID session) {
        // nothing to do
    }
}
