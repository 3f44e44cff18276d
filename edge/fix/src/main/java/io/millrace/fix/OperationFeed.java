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
 * Carries out the orders of operators. Each is a step of the journal with its outcome, so that a restart continues
 * after the last one. One thread.
 */
final class OperationFeed implements FixOperations, AutoCloseable {

    private static final int MOST_AT_ONCE = 64;
    private static final String ORDERED = "an operator has ordered it";

    private final FixEngine engine;
    private final FixJournal journal;
    private final ChannelReader reader;
    private final Optional<NamedPosition> position;
    private final Consumer<Throwable> refused;
    private long nowNs;

    private OperationFeed(FixEngine engine, FixJournal journal, Channel channel, Consumer<Throwable> refused) {
        this.engine = engine;
        this.journal = journal;
        this.refused = refused;
        position = channel.journal().filter(each -> !each.isReadOnly()).map(each -> each.position(FixJournal.POSITION));
        reader = channel.reader(this, ReaderOptions.defaults(), FixOperations.class);
    }

    /**
     * Opens a feed that continues after the last order of which the journal knows.
     *
     * @param refused is told of each order that cannot be carried out
     * @throws ChannelException if the channel does not have that order
     */
    static OperationFeed open(FixEngine engine, FixJournal journal, Channel channel, Consumer<Throwable> refused) {
        OperationFeed feed = new OperationFeed(engine, journal, channel, refused);
        if (journal.lastOrder() != Index.NONE) {
            feed.reader.seekAfter(journal.lastOrder());
        }
        feed.reader.handOver();
        return feed;
    }

    /** Carries out what waits, a bounded number of orders; returns how many there were. */
    int poll(long timeNs) {
        nowNs = timeNs;
        int count = 0;
        while (count < MOST_AT_ONCE && reader.next() == Poll.MESSAGE) {
            count++;
            journal.beginOrder(reader, nowNs);
            try {
                reader.dispatch();
            } catch (JournalException | ChannelException e) {
                throw e;
            } catch (RuntimeException e) { // the call does not fit its method
                refused.accept(new FixException(
                        "an order of an operator cannot be read index=" + Index.toText(reader.index()) + ": "
                                + FixFeed.reason(e),
                        e));
            }
            journal.commit();
        }
        return count;
    }

    /** Keeps the newest order, after which a restart continues. */
    void keepPosition() {
        if (journal.lastOrder() != Index.NONE) {
            position.ifPresent(each -> each.set(journal.lastOrder()));
        }
    }

    private void carryOut(Kind kind, String name, Consumer<FixSession> order) {
        FixSession session = engine.named(name);
        String outcome = DONE;
        if (session == null) {
            outcome = "refused: the session is not known session=" + name;
        } else {
            try {
                order.accept(session);
            } catch (IllegalArgumentException e) {
                outcome = "refused: " + e.getMessage();
            }
        }
        journal.operated(session == null ? null : journal.of(session), kind, outcome);
        if (!outcome.equals(DONE)) {
            refused.accept(new FixException("an order of an operator is " + outcome + " operation=" + kind + " index="
                    + Index.toText(reader.index())));
        }
    }

    @Override
    public void start(String session) {
        carryOut(Kind.START, session, FixSession::start);
    }

    @Override
    public void stop(String session) {
        carryOut(Kind.STOP, session, each -> each.stop(nowNs));
    }

    @Override
    public void setNextIncoming(String session, long number) {
        carryOut(Kind.SET_NEXT_INCOMING, session, each -> each.setNextIncoming(nowNs, number));
    }

    @Override
    public void setNextOutgoing(String session, long number) {
        carryOut(Kind.SET_NEXT_OUTGOING, session, each -> each.setNextOutgoing(nowNs, number));
    }

    @Override
    public void requestResend(String session, long from) {
        carryOut(Kind.REQUEST_RESEND, session, each -> each.requestResend(nowNs, from));
    }

    @Override
    public void reset(String session) {
        carryOut(Kind.RESET, session, each -> {
            engine.disconnect(each, ORDERED);
            each.setNextIncoming(nowNs, 1);
            each.setNextOutgoing(nowNs, 1);
        });
    }

    @Override
    public void disconnect(String session) {
        carryOut(Kind.DISCONNECT, session, each -> engine.disconnect(each, ORDERED));
    }

    @Override
    public void close() {
        reader.close();
    }
}
