package io.millrace.console;

import io.millrace.channel.Channel;
import io.millrace.server.NewestOnly;
import io.millrace.server.RefusedException;
import io.millrace.server.SessionEnd;
import io.millrace.server.WebSocketListener;
import io.millrace.server.WebSocketSession;
import io.millrace.service.ErrorReports;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * One open page: it gets the newest state once it has confirmed the last one, with the messages of the channel that it
 * follows. Any thread.
 */
final class LivePage implements WebSocketListener {

    /** How long a page may leave a state unconfirmed; browsers call hidden pages once a minute at least. */
    static final long CONFIRM_WITHIN_NS = TimeUnit.SECONDS.toNanos(60);

    private static final String NOT_CONFIRMED =
            "the page has not confirmed a state for " + TimeUnit.NANOSECONDS.toSeconds(CONFIRM_WITHIN_NS) + " s";

    private final WebSocketSession session;
    private final Subject subject;
    private final Consumer<LivePage> ended;
    private final NewestOnly newest;
    private final AtomicLong sequence = new AtomicLong();
    private final Object tailLock = new Object();

    /** Null while the page follows nothing; guarded by the lock, as is the error. */
    private TailFollower tail;

    private String tailError = "";
    private boolean isClosed;

    LivePage(WebSocketSession session, Subject subject, Consumer<LivePage> ended, LongSupplier nanoClock) {
        this.session = session;
        this.subject = subject;
        this.ended = ended;
        this.newest = new NewestOnly(session, NewestOnly.Until.CONFIRMED, nanoClock);
    }

    /** Offers a state, and ends a page that has not confirmed one for too long. */
    void offer(String members) {
        if (newest.inFlightNs() > CONFIRM_WITHIN_NS) {
            session.close(SessionEnd.policy(NOT_CONFIRMED));
        } else {
            newest.offer(() -> frame(members));
        }
    }

    /** Returns whether the page has drawn the newest state. */
    boolean isUpToDate() {
        return newest.isIdle();
    }

    private String frame(String members) {
        return Json.object(json -> {
            json.field("seq", sequence.incrementAndGet());
            json.members(members);
            synchronized (tailLock) {
                if (tail != null) {
                    json.object("tail", () -> tail.write(json));
                } else if (!tailError.isEmpty()) {
                    json.object("tail", () -> json.field("error", tailError));
                }
            }
        });
    }

    @Override
    public void text(String text) {
        FollowRequest request = FollowRequest.parse(text);
        request.follow().ifPresent(this::follow);
        request.confirm().filter(number -> number == sequence.get()).ifPresent(_ -> newest.confirmed());
    }

    private void follow(Map<String, String> wanted) {
        synchronized (tailLock) {
            endTail();
            tailError = "";
            if (wanted.isEmpty() || isClosed) {
                return;
            }
            try {
                String name = FollowRequest.parameter(wanted, "channel")
                        .orElseThrow(() -> new RefusedException(400, "following needs a channel"));
                Optional<Channel> channel = subject.journal(name);
                MessageFilter filter = MessageFilter.of(key -> FollowRequest.parameter(wanted, key));
                MessageFormat format = MessageFormat.of(FollowRequest.parameter(wanted, "format"));
                tail = new TailFollower(
                        channel.orElseThrow(() -> new RefusedException(
                                404, "there is no journal of this name to follow channel=" + name)),
                        filter,
                        format);
            } catch (RuntimeException | InternalError e) {
                // The page shows it; the session stays, since the rest of the page works.
                tailError = e instanceof RefusedException ? e.getMessage() : ErrorReports.text(e);
            }
        }
    }

    private void endTail() {
        if (tail != null) {
            tail.close();
            tail = null;
        }
    }

    @Override
    public void closed(SessionEnd end) {
        ended.accept(this);
        synchronized (tailLock) {
            isClosed = true;
            endTail();
        }
    }

    void close(SessionEnd end) {
        session.close(end);
    }
}
