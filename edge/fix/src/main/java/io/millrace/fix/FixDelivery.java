package io.millrace.fix;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelException;
import io.millrace.channel.ChannelWriter;
import io.millrace.channel.History;
import io.millrace.channel.Input;
import io.millrace.channel.Source;
import io.millrace.journal.Direction;
import io.millrace.journal.Index;
import io.millrace.journal.JournalException;
import io.millrace.journal.NamedPosition;
import io.millrace.wire.Bytes;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Makes calls of what the journal of an engine has for the application, each once: the history of a call names its
 * message in the journal, so that a restart continues after the last one. One thread.
 */
final class FixDelivery implements FixJournal.Listener, AutoCloseable {

    private final FixEngine engine;
    private final Source source;
    private final ChannelWriter writer;
    private final FixInput calls;
    private final Consumer<Throwable> refused;
    private final Input input = new Input();
    private final FixMessage view = new FixMessage();
    private final Optional<NamedPosition> position;
    private byte[] bytes = new byte[1 << 10];

    /** The index of the newest call. */
    private long made = Index.NONE;

    private FixDelivery(
            FixEngine engine, FixJournal journal, Channel channel, FixCalls calls, Consumer<Throwable> refused) {
        this.engine = engine;
        this.refused = refused;
        source = journal.channel().source();
        writer = channel.writer();
        position = channel.journal().map(journalOf -> journalOf.position(FixJournal.POSITION));
        this.calls = calls.input(writer::as);
    }

    /**
     * Opens a delivery and makes the calls that are missing in the channel.
     *
     * @param refused is told of each message that does not become a call
     */
    static FixDelivery open(
            FixEngine engine, FixJournal journal, Channel channel, FixCalls calls, Consumer<Throwable> refused) {
        FixDelivery delivery = new FixDelivery(engine, journal, channel, calls, refused);
        try {
            journal.listen(delivery, delivery.lastDelivered(channel));
            delivery.writer.handOver();
            return delivery;
        } catch (RuntimeException | Error e) {
            delivery.close();
            throw e;
        }
    }

    /** Returns the index in the journal of what was delivered last, {@link Index#NONE} if nothing was. */
    private long lastDelivered(Channel channel) {
        try (ChannelCursor cursor = channel.cursor()) {
            cursor.direction(Direction.BACKWARD);
            cursor.toEnd();
            for (ChannelCursor.Entry entry = cursor.next(); entry != ChannelCursor.Entry.END; entry = cursor.next()) {
                if (entry == ChannelCursor.Entry.CALL) {
                    History history = cursor.history();
                    int last = history.size() - 1;
                    if (last >= 0 && history.source(last).sameStream(source)) {
                        made = cursor.index();
                        return history.index(last);
                    }
                }
            }
        }
        return Index.NONE;
    }

    @Override
    public void kept(
            FixSessionId id,
            FixJournal.Kind kind,
            long index,
            long number,
            long timeNs,
            String version,
            Bytes message) {
        FixSession session = engine.known(id);
        if (session == null) {
            refuse(id, index, "the session is not known any more", null);
            return;
        }
        writer.begin(input.set(source, index, timeNs));
        try {
            switch (kind) {
                case LOGGED_ON -> calls.loggedOn(id, timeNs);
                case LOGGED_OUT -> calls.loggedOut(id, timeNs);
                default -> message(session, number, timeNs, version, message);
            }
        } catch (JournalException | ChannelException e) {
            writer.rollback();
            throw e;
        } catch (RuntimeException | StackOverflowError e) { // of the class of calls, which may be foreign
            writer.rollback();
            refuse(id, index, FixFeed.reason(e), e);
            return;
        }
        long first = writer.commit();
        made = first == Index.NONE ? made : first;
    }

    /** Keeps the newest call, from which a restart continues. */
    @Override
    public void keepPosition() {
        if (made != Index.NONE) {
            position.ifPresent(each -> each.set(made));
        }
    }

    private void message(FixSession session, long number, long timeNs, String version, Bytes message) {
        int length = message.length();
        if (bytes.length < length) {
            bytes = new byte[Math.max(length, 2 * bytes.length)];
        }
        message.copyTo(bytes, 0);
        session.receiver().parse(view, bytes, 0, length, version);
        calls.message(session.settings().id(), number, timeNs, view);
    }

    private void refuse(FixSessionId id, long index, String reason, Throwable cause) {
        refused.accept(new FixException(
                "a message does not become a call session=" + id + " index=" + Index.toText(index) + ": " + reason,
                cause));
    }

    @Override
    public void close() {
        writer.close();
    }
}
