package io.millrace.client;

import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The state of one subscription. Guarded by the lock of the {@link Conversation}, except for what is volatile.
 *
 * <p>The server may send as many messages as the user has allowed, but never more than a window of those that wait for
 * the handler: so reading never waits for the handler, and what waits is bounded.
 */
final class Following implements Subscription {

    private final Conversation conversation;
    private final String channel;
    private final MessageHandler handler;
    private volatile long as;
    private FollowOptions options;

    /** The most messages that the server may send, or that wait for the handler. */
    private static final int WINDOW = 256;

    private static final long ANY = Long.MAX_VALUE / 2;

    /** How many messages the user still wants to receive. */
    private long credit;

    /** How many messages the server still may send. */
    private long allowed;

    /** How many messages wait for the handler. */
    private int waiting;

    private FollowedFrames frames = new FollowedFrames("");

    /** The position after which a new connection continues: that of the newest message that was received. */
    private String received;

    /** Whether the server has told where it begins in this connection. */
    private boolean hasBegun;

    private Optional<Ranges> ranges = Optional.empty();
    private volatile String last;
    private volatile String ended;

    Following(Conversation conversation, long as, String channel, MessageHandler handler, FollowOptions options) {
        this.conversation = conversation;
        this.channel = channel;
        this.handler = handler;
        restart(as, options);
    }

    /** Begins, or begins anew with another number. */
    final void restart(long number, FollowOptions how) {
        as = number;
        options = handler instanceof TypedHandler typed && how.methods().isEmpty()
                ? how.withMethods(typed.methods())
                : how;
        credit = how.credit().orElse(ANY);
        allowed = 0;
        waiting = 0;
        received = how.after().orElse(null);
        last = received;
        ranges = how.snapshot().map(Ranges::new);
    }

    /** Returns how far its snapshot is, where it has one. */
    Optional<Ranges> ranges() {
        return ranges;
    }

    /** Returns whether the handler gets a message with these arguments: it is later than the snapshot. */
    boolean isLater(Supplier<String> arguments) {
        return ranges.isEmpty() || ranges.get().isLive() || ranges.get().isLater(arguments.get());
    }

    /** Notes a message that does not go to the handler. */
    void passedOver(String position) {
        received = position;
        allowed--;
    }

    /** Returns whether a range may come: it has begun in this connection, and the handler has little before it. */
    boolean mayTakeRange() {
        return hasBegun && credit > 0 && waiting < WINDOW / 2;
    }

    /** Notes a range that waits for the handler. */
    void rangeReceived(int rows) {
        credit = credit == ANY ? ANY : credit - 1;
        allowed--;
        waiting += rows;
    }

    /** Forgets the position after which it was to continue; returns whether there was one. */
    boolean forgetPosition() {
        boolean wasThere = received != null && !hasBegun;
        received = null;
        return wasThere;
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
        allowed = Math.max(0, Math.min(credit, WINDOW - waiting));
        hasBegun = false;
        return ClientRequests.follow(channel, as, Optional.ofNullable(received), allowed, options);
    }

    /** Takes the answer of the server, which declares its schemas anew; from now on it has a position. */
    void begun(String position, Optional<String> prefix) {
        frames = new FollowedFrames(prefix.orElse(""));
        received = position;
        hasBegun = true;
        if (waiting == 0) {
            last = position;
        }
    }

    /** Returns how many more messages the server may send now, and notes them; 0 where it is not worth a request. */
    long takeMore() {
        long more = Math.min(credit, WINDOW - waiting) - allowed;
        if (more <= 0 || (allowed > 0 && more < WINDOW / 2 && credit > WINDOW)) {
            return 0;
        }
        allowed += more;
        return more;
    }

    /** Notes that the handler gets a message. */
    void handled(String position) {
        waiting--;
        last = position;
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

    /** Notes a message that waits for the handler. */
    void received(String position) {
        received = position;
        credit = credit == ANY ? ANY : credit - 1;
        allowed--;
        waiting++;
    }

    void add(long count) {
        credit = Math.min(ANY, credit + count);
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
    public void restart(FollowOptions how) {
        conversation.restart(this, Objects.requireNonNull(how, "how"));
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
