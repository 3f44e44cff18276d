package io.millrace.prove.fix;

import io.millrace.fix.FixTextInput;
import io.millrace.fix.FixTextOutput;
import java.util.HashMap;
import java.util.Map;

/** A component that answers each order with a report, which says how many orders of the session there were. */
public final class Desk implements FixTextInput {

    private static final String CL_ORD_ID = "|11=";

    private final FixTextOutput out;
    private final Map<String, Long> orders = new HashMap<>();

    /** Creates a desk. */
    public Desk(FixTextOutput out) {
        this.out = out;
    }

    @Override
    public void message(String session, long number, String type, String text) {
        int at = text.indexOf(CL_ORD_ID) + CL_ORD_ID.length();
        String order = text.substring(at, text.indexOf('|', at));
        long count = orders.merge(session, 1L, Long::sum);
        String report = "35=8|37=" + count + "|17=" + count + "|11=" + order;
        out.send(session, report + "|150=0|39=0|55=IBM|54=1|151=100|14=0|6=0");
    }
}
