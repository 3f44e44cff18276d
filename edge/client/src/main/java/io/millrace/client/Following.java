package io.millrace.client;

import java.util.Optional;
import java.util.OptionalLong;

/** The state of one subscription. Guarded by the lock of the {@link Conversation}, except for what is volatile. */
final class Following implements Subscription {

    private final Conversation conversation;
    private final long as;
    private final String channel;
    private final MessageHandler handler;
    private final FollowOptions options;
    private long credit;
    private FollowedFrames frames = new FollowedFrames("");
    private volatile String last;
    private volatile String ended;

    Following(Conversation conversation, long as, String channel, MessageHandler handler, FollowOptions options) {
        this.conversation = conversation;
        this.as = as;
        this.channel = channel;
        this.handler = handler;
        this.options = options;
        this.credit = options.credit().orElse(0);
        this.last = options.after().orElse(null);
    }

    long as() {
        return as;
    }

    MessageHandler handler() {
        return handler;
    }

    FollowOptions options() {
        return options;
    }

    /** Returns the request that begins it, or lets it continue. */
    String request() {
        OptionalLong left = options.credit().isPresent() ? OptionalLong.of(credit) : OptionalLong.empty();
        return ClientRequests.follow(channel, as, Optional.ofNullable(last), left, options);
    }

    /** Takes the id of the journal with which a server begins; it declares its schemas anew. */
    void begun(Optional<String> journal) {
        frames = new FollowedFrames(journal.orElse(""));
    }

    FollowedFrames frames() {
        return frames;
    }

    /** Gives a message to the handler. */
    void call(BinaryMessage message) {
        if (handler instanceof TypedHandler typed) {
            typed.call(message);
        } else {
            handler.message(message.toJson());
        }
    }

    /** Notes a message that is given to the handler. */
    void seen(String index) {
        last = index;
        credit--;
    }

    void add(long count) {
        credit = Math.min(Long.MAX_VALUE / 2, credit + count);
    }

    /** Notes the end; returns whether it is the first one. */
    boolean end(String reason) {
        if (ended != null) {
            return false;
        }
        ended = reason;
        return true;
    }

    @Override
    public void more(long count) {
        if (count < 1) {
            throw new ClientException("a credit is at least 1 credit=" + count);
        }
        conversation.more(this, count);
    }

    @Override
    public void cancel() {
        conversation.cancel(this);
    }

    @Override
    public Optional<String> last() {
        return Optional.ofNullable(last);
    }

    @Override
    public Optional<String> ended() {
        return Optional.ofNullable(ended);
    }
}
