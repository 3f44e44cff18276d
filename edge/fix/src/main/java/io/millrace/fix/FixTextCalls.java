package io.millrace.fix;

import java.util.List;

/**
 * Messages as calls with text: for trials, and where messages only pass. Values with a bar cannot be sent, and cannot
 * be told from two fields where they are read.
 */
public final class FixTextCalls implements FixCalls {

    private static final char BAR = '|';
    private static final int MSG_TYPE = 35;

    /** Creates the calls. */
    public FixTextCalls() {}

    @Override
    public FixInput input(FixCallWriters in) {
        FixTextInput calls = in.as(FixTextInput.class);
        return new FixInput() {
            @Override
            public void message(FixSessionId session, long number, long timeNs, FixMessage message) {
                calls.message(session.toString(), number, message.text(MSG_TYPE), message.toString());
            }

            @Override
            public void loggedOn(FixSessionId session, long timeNs) {
                calls.loggedOn(session.toString());
            }

            @Override
            public void loggedOut(FixSessionId session, long timeNs) {
                calls.loggedOut(session.toString());
            }
        };
    }

    @Override
    public List<Class<?>> outputs() {
        return List.of(FixTextOutput.class);
    }

    @Override
    public Object output(FixOutput to) {
        FixWriter writer = new FixWriter();
        return (FixTextOutput) (session, text) -> {
            write(writer, text);
            to.send(session, writer);
        };
    }

    private static void write(FixWriter writer, String text) {
        int at = text.indexOf(BAR);
        String first = at < 0 ? text : text.substring(0, at);
        if (!first.startsWith("35=") || first.length() == 3) {
            throw new IllegalArgumentException("the first field of a message is its type, as in 35=8 field=" + first);
        }
        writer.start(first.substring(3)).body();
        while (at >= 0 && at + 1 < text.length()) {
            int next = text.indexOf(BAR, at + 1);
            String field = text.substring(at + 1, next < 0 ? text.length() : next);
            int equals = field.indexOf('=');
            if (equals < 1 || !field.substring(0, equals).matches("[1-9][0-9]{0,8}")) {
                throw new IllegalArgumentException("a field is TAG=VALUE field=" + field);
            }
            writer.put(Integer.parseInt(field.substring(0, equals)), field.substring(equals + 1));
            at = next;
        }
    }
}
