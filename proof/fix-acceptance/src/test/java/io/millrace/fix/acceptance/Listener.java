package io.millrace.fix.acceptance;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import quickfix.Application;
import quickfix.FieldNotFound;
import quickfix.Message;
import quickfix.SessionID;

/** Counts Logons, and notes messages that say that something is missing or wrong. */
final class Listener implements Application {

    private static final int MSG_TYPE = 35;
    private static final int TEXT = 58;

    volatile int logons;
    final List<String> complaints = new CopyOnWriteArrayList<>();

    @Override
    public void onCreate(SessionID session) {
        // nothing to do
    }

    @Override
    public synchronized void onLogon(SessionID session) {
        logons++;
    }

    @Override
    public void onLogout(SessionID session) {
        // nothing to do
    }

    @Override
    public void toAdmin(Message message, SessionID session) {
        note("sent", message);
    }

    @Override
    public void fromAdmin(Message message, SessionID session) {
        note("received", message);
    }

    private void note(String what, Message message) {
        try {
            String type = message.getHeader().getString(MSG_TYPE);
            if (type.equals("2")
                    || type.equals("3")
                    || type.equals("4")
                    || (type.equals("5") && message.isSetField(TEXT))) {
                complaints.add(what + " " + message);
            }
        } catch (FieldNotFound e) {
            complaints.add(what + " without a type " + message);
        }
    }

    @Override
    public void toApp(Message message, SessionID session) {
        // nothing is sent
    }

    @Override
    public void fromApp(Message message, SessionID session) {
        // nothing comes
    }
}
