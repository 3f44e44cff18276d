package io.millrace.fix.cli;

import io.millrace.fix.FixApplication;
import io.millrace.fix.FixMembers;
import io.millrace.fix.FixMessage;
import io.millrace.fix.FixSession;
import io.millrace.fix.FixWriter;
import java.util.HashSet;
import java.util.Set;

/**
 * The application that acceptance scripts talk to: it sends orders and security definitions back, ignores a
 * repeated order that it knows, and calls everything else unsupported. One for each session.
 */
public final class EchoApplication implements FixApplication {

    /** The set of scripts, by the implementation that they come from; they differ in what is sent back. */
    public enum Profile {
        /** QuickFIX/J: groups without entries are left out. */
        J,
        /** QuickFIX C++: messages come back as they are, emails too. */
        C
    }

    private static final int MOST_ORDERS = 100_000;
    private static final int CL_ORD_ID = 11;
    private static final int REF_SEQ_NUM = 45;
    private static final int MSG_SEQ_NUM = 34;
    private static final int MSG_TYPE = 35;
    private static final int TEXT = 58;
    private static final int POSS_RESEND = 97;
    private static final int REF_MSG_TYPE = 372;
    private static final int BUSINESS_REJECT_REASON = 380;
    private static final int UNSUPPORTED_MESSAGE_TYPE = 3;

    private final Profile profile;
    private final FixWriter answer = new FixWriter();
    private final Set<String> orders = new HashSet<>();

    /** Creates an application that has seen no order. */
    public EchoApplication(Profile profile) {
        this.profile = profile;
    }

    @Override
    public void message(FixSession session, long timeNs, FixMessage message) {
        String version = session.settings().id().beginString();
        boolean old = version.equals("FIX.4.0") || version.equals("FIX.4.1");
        if (message.isType("D")) {
            String order = message.text(CL_ORD_ID);
            if (!message.isYes(POSS_RESEND) || !orders.contains(order)) {
                if (orders.size() == MOST_ORDERS) {
                    orders.clear();
                }
                orders.add(order);
                echo(session, timeNs, message);
            }
        } else if ((message.isType("d") && !old) || (message.isType("C") && profile == Profile.C)) {
            echo(session, timeNs, message);
        } else {
            refuse(session, timeNs, message, old);
        }
    }

    @Override
    public void loggedOut(FixSession session, long timeNs) {
        orders.clear();
    }

    private void echo(FixSession session, long timeNs, FixMessage message) {
        answer.start(message.text(MSG_TYPE));
        int resend = message.find(POSS_RESEND);
        if (resend >= 0) {
            answer.copy(message, resend);
        }
        answer.body();
        FixMembers body = message.type().body();
        boolean begun = false;
        for (int field = 0; field < message.size(); field++) {
            boolean member = message.depth(field) == 0 && body.has(message.tag(field));
            begun |= member;
            if (member ? !isLeftOut(message, body, field) : begun && message.depth(field) > 0) {
                answer.copy(message, field);
            }
        }
        session.send(timeNs, answer);
    }

    private boolean isLeftOut(FixMessage message, FixMembers body, int field) {
        return profile == Profile.J
                && body.group(body.slotOf(message.tag(field))) != null
                && message.end(field) - message.start(field) == 1
                && message.bytes()[message.start(field)] == '0';
    }

    private void refuse(FixSession session, long timeNs, FixMessage message, boolean old) {
        answer.start(old ? "3" : "j").body().put(REF_SEQ_NUM, message.longValue(MSG_SEQ_NUM));
        if (old) {
            answer.put(TEXT, "Unsupported message type");
        } else {
            answer.put(TEXT, "Unsupported Message Type")
                    .put(REF_MSG_TYPE, message.text(MSG_TYPE))
                    .put(BUSINESS_REJECT_REASON, UNSUPPORTED_MESSAGE_TYPE);
        }
        session.send(timeNs, answer);
    }
}
