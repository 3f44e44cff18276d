package io.millrace.channel;

import io.millrace.wire.CallSchema;

/**
 * The reserved interfaces of answers: the records in the output of a component that answers its clients. They are no
 * calls for the readers of the channel, so readers pass over them, those that take unknown calls among them; a reader
 * gets them by stating the interface itself. A {@link ChannelCursor} returns them like other calls.
 */
public final class AnswerCalls {

    /** The names of all reserved interfaces begin so. */
    public static final String PREFIX = "io.millrace.service.Answer";

    private AnswerCalls() {}

    /** Returns whether a call belongs to a reserved interface. */
    public static boolean isReserved(CallSchema call) {
        return call.interfaceName().startsWith(PREFIX);
    }

    /** Returns whether one of the interfaces of a reader is that of a reserved call. */
    static boolean isStated(CallSchema call, Class<?>... interfaces) {
        for (Class<?> type : interfaces) {
            if (type.getName().equals(call.interfaceName())) {
                return true;
            }
        }
        return false;
    }
}
