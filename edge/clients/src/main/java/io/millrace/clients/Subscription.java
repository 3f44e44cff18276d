package io.millrace.clients;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.channel.ChannelException;
import io.millrace.journal.Index;
import io.millrace.journal.JournalException;
import java.nio.ByteBuffer;
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
    private final Positions positions;
    private final ChannelCursor cursor;

    /** The index of the record after which it began; that record is passed over where the cursor meets it. */
    private final long after;

    private final Selection selection;
    private final MessageForm form;
    private final boolean hasCredit;
    private long credit;

    /** What {@link FollowedChannel#changes} was when there was nothing more to read; -1 before that. */
    private long seen = -1;

    /** The newest message of a round, which is sent when it is known whether others follow; null between rounds. */
    private ByteBuffer waiting;

    /** Up to which index the channel was read. */
    private long read;

    /** A query whose answer comes among the messages; none is sent before its index is known. */
    private OptionalLong asked = OptionalLong.empty();

    /** The answer that is sent after the messages up to its index; null where there is none. */
    private Placed placed;

    private record Placed(long query, long index, ClientAnswer answer) {}

    private Subscription(
            long as,
            ClientSession session,
            FollowedChannel followed,
            Positions positions,
            ChannelCursor cursor,
            long after,
            Selection selection,
            MessageForm form,
            OptionalLong credit) {
        this.as = as;
        this.session = session;
        this.followed = followed;
        this.positions = positions;
        this.cursor = cursor;
        this.after = after;
        this.read = after;
        this.selection = selection;
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
        OptionalLong credit = request.number("credit");
        Positions positions = new Positions(channel.journal().orElseThrow());
        MessageForm form = MessageForm.of(channel.name(), positions, request, caches);
        try {
            long after = after(positions, request);
            ChannelCursor cursor = followed.cursor();
            try {
                boolean isLost = positions.seek(cursor, after) == Positions.Begun.LATER;
                Selection selection = Selection.of(request, () -> ahead(followed, positions, after));
                session.send(ClientTexts.following(as, channel.name(), positions.text(after), form.prefix(), isLost));
                cursor.handOver(); // the thread of the loop reads on
                return new Subscription(as, session, followed, positions, cursor, after, selection, form, credit);
            } catch (RuntimeException | Error e) {
                cursor.close();
                throw e;
            }
        } catch (RuntimeException | Error e) {
            form.close();
            throw e;
        }
    }

    /** Returns a cursor for what looks ahead. */
    private static ChannelCursor ahead(FollowedChannel followed, Positions positions, long after) {
        ChannelCursor cursor = followed.cursor();
        positions.seek(cursor, after);
        cursor.handOver();
        return cursor;
    }

    /** Returns the index of the record after which a follower begins; {@link Index#NONE} before the first one. */
    private static long after(Positions positions, ClientRequest request) {
        if (request.text("after").isPresent()) {
            return positions.index(request.text("after").get());
        }
        return switch (request.text("first").orElse("NEWEST")) {
            case "OLDEST" -> Index.NONE;
            case "NEWEST" -> positions.newest();
            default ->
                throw new RequestException("first is neither OLDEST nor NEWEST first="
                        + ClientRequest.shortened(request.text("first").orElseThrow()));
        };
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
        if (asked.isPresent()
                || (hasCredit && credit <= 0)
                || !session.mayGetMore()
                || (placed == null && !followed.mayHaveMore(seen))) {
            return false;
        }
        int entries = 0;
        try {
            sendPlaced(); // it may have waited for credit, which is not for the next message then
            while (entries < MAX_ROUND && (!hasCredit || credit > 0) && session.mayGetMore()) {
                long newest = placed == null ? Index.NONE : positions.newest();
                Entry entry = cursor.next();
                if (entry == Entry.END) {
                    seen = followed.changes();
                    read = Math.max(read, newest);
                    sendPlaced();
                    break;
                }
                entries++;
                followed.read(cursor.index());
                if (placed != null && cursor.index() > placed.index()) {
                    read = placed.index();
                    sendPlaced();
                }
                if (entry == Entry.CALL && !cursor.isAnswer() && cursor.index() > after && selection.isWanted(cursor)) {
                    sendNext(form.encode(cursor, as, this::sendNext));
                    session.shown(() -> ClientTexts.message(positions, as, cursor));
                    credit--;
                }
                read = Math.max(read, cursor.index());
                sendPlaced();
            }
        } finally {
            flush();
        }
        return entries > 0;
    }

    private void flush() {
        if (waiting != null) {
            session.sendMessage(waiting);
            waiting = null;
        }
    }

    /** Sends the answer that comes here; nothing where there is none, its index is later, or there is no credit. */
    private void sendPlaced() {
        if (placed != null && placed.index() <= read && (!hasCredit || credit > 0)) {
            flush();
            session.send(placed.answer());
            placed = null;
            credit--;
        }
    }

    /**
     * Notes a query whose answer comes among the messages. None is sent until it is answered, so that no message is
     * sent that is newer than what the answer shows.
     *
     * @throws RequestException where it waits for another answer, or the output is not what it follows
     */
    void ask(Channel output, long query) {
        if (!output.name().equals(followed.channel().name())) {
            throw new RequestException("the query is of a component with another output as=" + as + " follows="
                    + followed.channel().name() + " output=" + output.name());
        }
        if (asked.isPresent() || placed != null) {
            throw new RequestException("the follower waits for the answer to another query as=" + as);
        }
        asked = OptionalLong.of(query);
    }

    /** Returns the query that it waits for. */
    OptionalLong asked() {
        return asked;
    }

    /** Notes that a query is not answered, or that no one waits for its answer any more. */
    void forget(long query) {
        if (asked.isPresent() && asked.getAsLong() == query) {
            asked = OptionalLong.empty();
        }
        if (placed != null && placed.query() == query) {
            placed = null;
        }
    }

    /**
     * Takes the answer to a query, which is sent after the message of an index and before the next one; nothing where
     * the query was forgotten.
     */
    void place(long query, long index, ClientAnswer answer) {
        if (asked.isPresent() && asked.getAsLong() == query) {
            asked = OptionalLong.empty();
            placed = new Placed(query, index, answer);
            sendPlaced();
        }
    }

    /** Sends what waits, together with the next one, which waits then. */
    private void sendNext(ByteBuffer next) {
        if (waiting != null) {
            session.sendMessageWithNext(waiting);
        }
        waiting = next;
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
        selection.close();
    }
}
