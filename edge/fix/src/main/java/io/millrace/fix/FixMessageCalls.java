package io.millrace.fix;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Makes calls of the messages of sessions, and messages of calls, by interfaces whose parameters are classes of
 * messages. A topology names a subclass:
 *
 * {@snippet :
 * public final class VenueCalls extends FixMessageCalls {
 *     public VenueCalls() {
 *         super(List.of(Orders.class), List.of(Reports.class));
 *     }
 * }
 * }
 *
 * <p>Methods of calls that become messages have the name of their session as first parameter. One thread.
 */
public class FixMessageCalls implements FixCalls {

    private static final int MOST_NAMES = 100_000;

    private final List<Class<?>> incoming;
    private final List<Class<?>> outgoing;
    private final Map<FixSessionId, String> names = new HashMap<>();

    /**
     * Creates calls by interfaces, as those of {@link FixCallReader#of}.
     *
     * @param incoming what messages become
     * @param outgoing what becomes messages; those after the first are public, or in its package
     */
    protected FixMessageCalls(List<Class<?>> incoming, List<Class<?>> outgoing) {
        this.incoming = List.copyOf(incoming);
        this.outgoing = List.copyOf(outgoing);
    }

    /** Returns what answers messages that become no calls, since no method takes them or a value does not fit. */
    @Override
    public FixExtension extension() {
        return FixBusinessReject.ofUnfit(incoming.toArray(Class<?>[]::new));
    }

    /**
     * Returns the input that makes the calls. It throws {@link FixValueException} for a field that does not fit, and
     * {@link IllegalArgumentException} for a message that no method takes.
     */
    @Override
    public FixInput input(FixCallWriters in) {
        List<FixCallReader> readers = incoming.stream()
                .map(type -> FixCallReader.of(in.as(type), type))
                .toList();
        return (session, _, _, message) -> {
            String name = nameOf(session);
            for (int i = 0; i < readers.size(); i++) {
                if (readers.get(i).read(message, name)) {
                    return;
                }
            }
            throw new IllegalArgumentException("no method takes the message msgType=" + message.text(FixTags.MSG_TYPE));
        };
    }

    private String nameOf(FixSessionId session) {
        String name = names.get(session);
        if (name == null) {
            if (names.size() == MOST_NAMES) {
                names.clear();
            }
            name = session.toString();
            names.put(session, name);
        }
        return name;
    }

    @Override
    public List<Class<?>> outputs() {
        return outgoing;
    }

    @Override
    public Object output(FixOutput to) {
        return FixCallWriter.ofSessions(
                        to::settings,
                        (session, message) -> to.send(session.toString(), message),
                        outgoing.toArray(Class<?>[]::new))
                .all();
    }
}
