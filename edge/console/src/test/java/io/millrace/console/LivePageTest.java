package io.millrace.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.server.RefusedException;
import io.millrace.server.SessionEnd;
import io.millrace.server.WebRequest;
import io.millrace.server.WebSocketSession;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LivePageTest {

    private final AtomicLong now = new AtomicLong(1);
    private final List<String> frames = new ArrayList<>();
    private final List<SessionEnd> ends = new ArrayList<>();

    private final WebSocketSession session = new WebSocketSession() {
        @Override
        public WebRequest request() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void send(String text, Runnable sent) {
            frames.add(text);
            sent.run();
        }

        @Override
        public boolean isOpen() {
            return ends.isEmpty();
        }

        @Override
        public void close(SessionEnd end) {
            ends.add(end);
        }
    };

    private final LivePage page = new LivePage(session, null, _ -> {}, now::get);

    @Test
    void aPageThatIsHiddenForADayAndConfirmsStaysOpen() {
        long minuteNs = TimeUnit.SECONDS.toNanos(59);
        for (long passed = 0; passed < TimeUnit.DAYS.toNanos(1); passed += minuteNs) {
            for (int tick = 0; tick < 4; tick++) {
                page.offer("\"tick\":" + tick);
                now.addAndGet(minuteNs / 4);
            }
            page.text("{\"confirm\":" + frames.size() + "}");
        }
        assertTrue(ends.isEmpty());
        assertTrue(frames.size() < 2 * 86_400 / 59 + 10, "frames=" + frames.size());
        assertTrue(frames.getLast().endsWith("\"tick\":3}"), frames.getLast());
    }

    @Test
    void aPageThatDoesNotConfirmIsEndedWithTheReason() {
        page.offer("\"a\":1");
        now.addAndGet(LivePage.CONFIRM_WITHIN_NS);
        page.offer("\"a\":2");
        assertTrue(ends.isEmpty());
        now.addAndGet(2);
        page.offer("\"a\":3");
        assertEquals(List.of(SessionEnd.policy("the page has not confirmed a state for 60 s")), ends);
        assertEquals(List.of("{\"seq\":1,\"a\":1}"), frames);
    }

    @Test
    void onlyTheNumberOfTheLastStateConfirmsIt() {
        page.offer("\"a\":1");
        page.text("{\"confirm\":0}");
        page.text("{\"confirm\":2}");
        page.offer("\"a\":2");
        assertEquals(1, frames.size());
        page.text("{\"confirm\":1}");
        assertEquals("{\"seq\":2,\"a\":2}", frames.getLast());
    }

    @Test
    void textsThatAreNoRequestsAreRefused() {
        for (String text : List.of(
                "",
                "[]",
                "1",
                "{",
                "{\"confirm\":\"x\"}",
                "{\"follow\":7}",
                "{\"follow\":{\"a\":[]}}",
                "{\"a\":".repeat(50) + "1" + "}".repeat(50))) {
            assertThrows(RefusedException.class, () -> page.text(text), text);
        }
        assertFalse(frames.size() > 0);
    }
}
