package io.millrace.fix;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelException;
import io.millrace.channel.ChannelReader;
import io.millrace.channel.Poll;
import io.millrace.channel.ReaderOptions;
import io.millrace.journal.Index;
import io.millrace.journal.JournalException;
import io.millrace.journal.NamedPosition;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Reads the calls of the application and sends the messages that they say. Each call is a step of the journal, which
 * names it, so that a restart continues after the last call that was sent or refused. One thread.
 */
final class FixFeed implements FixOutput, AutoCloseable {

    private static final int MOST_AT_ONCE = 64;

    private final FixEngine engine;
    private final FixJournal journal;
    private final ChannelReader reader;
    private final Optional<NamedPosition> position;

    /** The index of the newest call that was sent or refused. */
    private long done;

    private final Consumer<Throwable> refused;
    private long nowNs;
    private boolean begun;

    private FixFeed(
            FixEngine engine, FixJournal journal, Channel channel, FixCalls calls, Consumer<Throwable> refused) {
        this.engine = engine;
        this.journal = journal;
        this.refused = refused;
        position = channel.journal().filter(each -> !each.isReadOnly()).map(each -> each.position(FixJournal.POSITION));
        done = journal.lastCause();
        reader = channel.reader(
                calls.output(this), ReaderOptions.defaults(), calls.outputs().toArray(Class<?>[]::new));
    }

    /**
     * Opens a feed that continues after the last call of which the journal knows.
     *
     * @param refused is told of each call that cannot be sent
     * @throws io.millrace.channel.ChannelException if the channel does not have that call
     */
    static FixFeed open(
            FixEngine engine, FixJournal journal, Channel channel, FixCalls calls, Consumer<Throwable> refused) {
        FixFeed feed = new FixFeed(engine, journal, channel, calls, refused);
        if (journal.lastCause() != Index.NONE) {
            feed.reader.seekAfter(journal.lastCause());
        }
        feed.reader.handOver();
        return feed;
    }

    /** Sends what waits, a bounded number of messages; returns how many calls there were. */
    int poll(long timeNs) {
        nowNs = timeNs;
        int count = 0;
        while (count < MOST_AT_ONCE && reader.next() == Poll.MESSAGE) {
            count++;
            journal.begin(reader, nowNs);
            begun = true;
            try {
                reader.dispatch();
            } catch (JournalException | ChannelException e) {
                throw e;
            } catch (RuntimeException | StackOverflowError e) { // of the class of calls, which may be foreign
                refuse("", e);
            }
            journal.commit();
            begun = false;
            done = reader.index();
        }
        return count;
    }

    /** Keeps the newest call, after which a restart continues. */
    void keepPosition() {
        if (done != Index.NONE && position.isPresent()) {
            position.get().set(done);
        }
    }

    @Override
    public void send(String session, FixWriter message) {
        if (!begun) {
            throw new IllegalStateException("a message is sent outside a call session=" + session);
        }
        FixSession found = engine.named(session);
        if (found == null) {
            refuse(session, new FixException("the session is not known session=" + session));
        } else {
            found.send(nowNs, message);
        }
    }

    private void refuse(String session, Throwable why) {
        journal.refused(session == null ? "" : session, reason(why));
        refused.accept(new FixException(
                "a message of the application cannot be sent index=" + Index.toText(reader.index()) + ": "
                        + reason(why),
                why));
    }

    /** Returns what is wrong: a text that was meant for people, or the error. */
    static String reason(Throwable error) {
        boolean isText = error instanceof FixValueException
                || error instanceof IllegalArgumentException
                || error instanceof FixException;
        return isText ? String.valueOf(error.getMessage()) : error.toString();
    }

    @Override
    public FixSettings settings(String session) {
        FixSession found = engine.named(session);
        return found == null ? null : found.settings();
    }

    @Override
    public void close() {
        reader.close();
    }
}
