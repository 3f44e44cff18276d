package io.millrace.fix.acceptance;

import io.millrace.fix.peers.QuickFixApplication;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import quickfix.Message;
import quickfix.SessionID;

/** Counts Logons, and notes messages that say that something is missing or wrong. */
final class Listener extends QuickFixApplication {

    /** ResendRequest, Reject, SequenceReset. */
    private static final Set<String> COMPLAINTS = Set.of("2", "3", "4");

    final AtomicInteger logons = new AtomicInteger();

    @Override
    public void onLogon(SessionID session) {
        logons.incrementAndGet();
    }

    @Override
    protected boolean isComplaint(String type) {
        return COMPLAINTS.contains(type);
    }

    @Override
    public void fromApp(Message message, SessionID session) {
        // nothing comes
    }
}
