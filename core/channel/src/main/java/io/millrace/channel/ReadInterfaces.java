package io.millrace.channel;

/** The interfaces whose calls a handler gets. */
final class ReadInterfaces {

    private ReadInterfaces() {}

    /** Checks that {@code handler} implements all of {@code interfaces}. */
    static void check(String channel, Object handler, Class<?>... interfaces) {
        for (Class<?> type : interfaces) {
            if (!type.isInstance(handler)) {
                throw new ChannelException("handler does not implement an interface of its reader channel=" + channel
                        + " handler=" + handler.getClass().getName() + " interface=" + type.getName());
            }
        }
    }
}
