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
    private final ClientSession session;
    private final FollowedChannel followed;
    private final String id;
    private final ChannelCursor cursor;
    private final List<String> methods;
    private final MessageForm form;
    private final boolean hasCredit;
    private long credit;

    /** What {@link FollowedChannel#changes} was when there was nothing more to read; -1 before that. */
    private long seen = -1;

    /** The newest message of a round, which is sent when it is known whether others follow; null between rounds. */
    private ByteBuffer waiting;

    private Subscription(
            long as,
            ClientSession session,
            FollowedChannel followed,
            String id,
            ChannelCursor cursor,
            List<String> methods,
            MessageForm form,
            OptionalLong credit) {
        this.as = as;
        this.session = session;
        this.followed = followed;
        this.id = id;
        this.cursor = cursor;
        this.methods = methods;
        this.form = form;
        this.hasCredit = credit.isPresent();
        this.credit = credit.orElse(0);
    }

    /**
     * Begins to follow and tells the client from where.
     *
     * @throws RequestException where the channel has no such index
     */
    static Subscription begin(
            ClientSession session, FollowedChannel followed, ClientRequest request, MessageCaches caches) {
        Channel channel = followed.channel();
        long as = request.requiredNumber("as");
        Optional<String> after = request.text("after");
        String first = request.text("first").orElse("NEWEST");
        OptionalLong credit = request.number("credit");
        List<String> methods = request.text("methods")
                .map(text -> List.of(text.split(",", -1)))
                .orElse(List.of());
        JournalId id = channel.journal().orElseThrow().id();
        MessageForm form = MessageForm.of(session.connection(), channel.name(), id.toString(), request, caches);
        try {
            ChannelCursor cursor = channel.cursor();
            try {
                String from = after.isPresent() ? seek(cursor, id, after.get()) : seek(cursor, first);
                session.send(ClientTexts.following(as, channel.name(), from, form.journal()));
                cursor.handOver(); // the thread of the loop reads on
                return new Subscription(as, session, followed, id.toString(), cursor, methods, form, credit);
            } catch (RuntimeException | Error e) {
                cursor.close();
                throw e;
            }
        } catch (RuntimeException | Error e) {
            form.close();
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
        if ((hasCredit && credit <= 0) || !session.mayGetMore() || !followed.mayHaveMore(seen)) {
            return false;
        }
        int read = 0;
        try {
            while (read < MAX_ROUND && (!hasCredit || credit > 0) && session.mayGetMore()) {
                Entry entry = cursor.next();
                if (entry == Entry.END) {
                    seen = followed.changes();
                    break;
                }
                read++;
                followed.read(cursor.index());
                if (entry == Entry.CALL && isWanted()) {
                    sendNext(form.encode(cursor, as, this::sendNext));
                    session.shown(() -> ClientTexts.message(id, as, cursor));
                    credit--;
                }
            }
        } finally {
            if (waiting != null) {
                session.sendMessage(waiting);
                waiting = null;
            }
        }
        return read > 0;
    }

    /** Sends what waits, together with the next one, which waits then. */
    private void sendNext(ByteBuffer next) {
        if (waiting != null) {
            session.sendMessageWithNext(waiting);
        }
        waiting = next;
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
        form.close();
        cursor.close();
    }
}
