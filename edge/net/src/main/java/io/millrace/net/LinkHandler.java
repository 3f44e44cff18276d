package io.millrace.net;

/** What a listener does with a link. */
@FunctionalInterface
public interface LinkHandler {

    /**
     * Serves a link until it ends, in a thread of its own; the link is closed afterwards. It calls {@link
     * Link#establish()} after the first valid message.
     *
     * @throws Exception is reported, unless the link was closed meanwhile; it ends this link alone
     */
    void serve(Link link) throws Exception;
}
