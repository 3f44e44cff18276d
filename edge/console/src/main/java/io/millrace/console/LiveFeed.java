package io.millrace.console;

import io.millrace.server.SessionEnd;
import io.millrace.server.WebSocketEndpoint;
import io.millrace.server.WebSocketListener;
import io.millrace.server.WebSocketSession;
import io.millrace.service.ErrorReports;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Passes each state to all open pages. Any thread. */
final class LiveFeed implements WebSocketEndpoint {

    private static final long LOOK_MS = 5;

    private final Subject subject;
    private final LongSupplier nanoClock;
    private final Set<LivePage> pages = ConcurrentHashMap.newKeySet();
    private volatile String newest = "";

    LiveFeed(Subject subject, LongSupplier nanoClock) {
        this.subject = subject;
        this.nanoClock = nanoClock;
    }

    @Override
    public WebSocketListener open(WebSocketSession session) {
        LivePage page = new LivePage(session, subject, pages::remove, nanoClock);
        pages.add(page);
        String members = newest;
        if (!members.isEmpty()) {
            page.offer(members);
        }
        return page;
    }

    /** Takes the members of a state, as JSON. */
    void publish(String members) {
        newest = members;
        for (LivePage page : pages) {
            try {
                page.offer(members);
            } catch (RuntimeException | Error e) { // the other pages get theirs
                page.close(new SessionEnd(SessionEnd.ERROR, "the state cannot be shown: " + ErrorReports.text(e)));
            }
        }
    }

    /**
     * Waits until all open pages have drawn the newest state, for a time at most. Time in which this process is paused
     * counts as one look, since no page can draw meanwhile.
     */
    void settle(Duration atMost) {
        long looks = atMost.toMillis() / LOOK_MS;
        try {
            for (long look = 0; look < looks && !pages.stream().allMatch(LivePage::isUpToDate); look++) {
                TimeUnit.MILLISECONDS.sleep(LOOK_MS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    int pages() {
        return pages.size();
    }
}
