package io.millrace.clients;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.channel.ChannelException;
import io.millrace.journal.Index;
import io.millrace.journal.JournalException;
import io.millrace.journal.JournalId;
import io.millrace.journal.SeekResult;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A client follows a channel: it gets the messages from where it said, as many as it has asked for. A client that is
 * slow has more to read in the journal; nothing is kept for it. For one thread.
 */
final class Subscription implements AutoCloseable {

    /** The most messages of a round, so that each client gets its turn. */
    private static final int MAX_ROUND = 64;

    private final long as;
    private final String channel;
    private final ClientSession session;
    private final String id;
    private final ChannelCursor cursor;
    private final List<String> methods;
    private final Projection projection;
    private final MessageCaches caches;
    private final MessageCache cache;
    private final boolean hasCredit;
    private long credit;

    private Subscription(
            long as,
            String channel,
            ClientSession session,
            String id,
            ChannelCursor cursor,
            List<String> methods,
            Projection projection,
            MessageCaches caches,
            OptionalLong credit) {
        this.as = as;
        this.channel = channel;
        this.session = session;
        this.id = id;
        this.cursor = cursor;
        this.methods = methods;
        this.projection = projection;
        this.caches = caches;
        this.cache = caches.join(channel, projection);
        this.hasCredit = credit.isPresent();
        this.credit = credit.orElse(0);
    }

    /**
     * Begins to follow and tells the client from where.
     *
     * @throws RequestException where the channel has no such index
     */
    static Subscription begin(ClientSession session, Channel channel, ClientRequest request, MessageCaches caches) {
        long as = request.requiredNumber("as");
        Optional<String> after = request.text("after");
        String first = request.text("first").orElse("NEWEST");
        OptionalLong credit = request.number("credit");
        List<String> methods = request.text("methods")
                .map(text -> List.of(text.split(",", -1)))
                .orElse(List.of());
        Projection projection = Projection.of(request.text("fields"));
        JournalId id = channel.journal().orElseThrow().id();
        ChannelCursor cursor = channel.cursor();
        try {
            String from = after.isPresent() ? seek(cursor, id, after.get()) : seek(cursor, first);
            session.send(ClientTexts.following(as, channel.name(), from));
            cursor.handOver(); // the thread of the loop reads on
            return new Subscription(
                    as, channel.name(), session, id.toString(), cursor, methods, projection, caches, credit);
        } catch (RuntimeException | Error e) {
            cursor.close();
            throw e;
        }
    }

    private static String seek(ChannelCursor cursor, String first) {
        switch (first) {
            case "OLDEST" -> cursor.toStart();
            case "NEWEST" -> cursor.toEnd();
            default ->
                throw new RequestException(
                        "first is neither OLDEST nor NEWEST first=" + ClientRequest.shortened(first));
        }
        return first;
    }

    /** Continues after a token; where its message is gone, with the first that is there. */
    private static String seek(ChannelCursor cursor, JournalId id, String token) {
        int slash = token.indexOf('/');
        if (slash < 0 || !token.substring(0, slash).equals(id.toString())) {
            throw new RequestException("after is no token of the journal of this channel after="
                    + ClientRequest.shortened(token) + " journal=" + id);
        }
        long index;
        try {
            index = Index.parse(token.substring(slash + 1));
        } catch (RuntimeException e) {
            throw new RequestException("after has no index after=" + ClientRequest.shortened(token));
        }
        SeekResult result = cursor.seek(index);
        if (result == SeekResult.FOUND) {
            cursor.seekAfter(index);
            return token;
        }
        if (result == SeekResult.BEFORE_START) {
            cursor.toStart();
            return "OLDEST";
        }
        throw new RequestException("no message begins at this index after=" + ClientRequest.shortened(token));
    }

    long as() {
        return as;
    }

    /** Lets the client get more messages. */
    void add(long messages) {
        credit = Math.min(Long.MAX_VALUE / 2, credit + messages);
    }

    /**
     * Sends what the client may get now.
     *
     * @return whether it has sent or read something
     */
    boolean pump() {
        int read = 0;
        ByteBuffer waiting = null;
        while (read < MAX_ROUND && (!hasCredit || credit > 0) && session.mayGetMore()) {
            Entry entry = cursor.next();
            if (entry == Entry.END) {
                break;
            }
            read++;
            if (entry == Entry.CALL && isWanted()) {
                EncodedMessage message =
                        cache.message(cursor.index(), () -> ClientTexts.message(id, cursor, projection));
                if (waiting != null) {
                    session.sendMessageWithNext(waiting);
                }
                waiting = message.text(as);
                credit--;
            }
        }
        if (waiting != null) {
            session.sendMessage(waiting);
        }
        return read > 0;
    }

    private boolean isWanted() {
        return methods.isEmpty() || methods.contains(cursor.schema().path());
    }

    /** Returns why this cannot continue, where reading has failed. */
    static String reason(Throwable error) {
        return error instanceof ChannelException || error instanceof JournalException
                ? String.valueOf(error.getMessage())
                : "the channel cannot be read: " + error;
    }

    @Override
    public void close() {
        caches.leave(channel, projection);
        cursor.close();
    }
}
