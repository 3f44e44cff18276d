package io.millrace.fix;

/** A component that answers each order with a report that names it, and remembers how many there were. */
public final class EchoDesk implements FixTextInput {

    private final FixTextOutput out;
    private int orders;

    /** Creates a desk. */
    public EchoDesk(FixTextOutput out) {
        this.out = out;
    }

    @Override
    public void message(String session, long number, String type, String text) {
        String order = text.replaceAll(".*\\|11=([^|]*)\\|.*", "$1");
        orders++;
        String to = order.equals("lost") ? "FIX.4.4:SELL->NOBODY" : session;
        out.send(to, "35=8|37=" + order + "|17=" + orders + "|150=0|39=0|55=IBM|54=1|151=100|14=0|6=0");
    }
}
