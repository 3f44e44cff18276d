package io.millrace.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class NewestOnlyTest {

    private final List<String> frames = new ArrayList<>();
    private final List<Runnable> sent = new ArrayList<>();
    private final AtomicLong now = new AtomicLong(1);
    private boolean isOpen = true;

    private final WebSocketSession session = new WebSocketSession() {
        @Override
        public WebRequest request() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void send(String text, Runnable done) {
            frames.add(text);
            sent.add(done);
        }

        @Override
        public boolean isOpen() {
            return isOpen;
        }

        @Override
        public void close(SessionEnd end) {
            isOpen = false;
        }
    };

    @Test
    void theNewestStateReplacesTheOneThatWaits() {
        NewestOnly newest = new NewestOnly(session, NewestOnly.Until.SENT, now::get);
        for (int i = 0; i < 100; i++) {
            String text = "state " + i;
            newest.offer(() -> text);
        }
        assertEquals(List.of("state 0"), frames);
        assertEquals(98, newest.replaced());
        sent.getFirst().run();
        assertEquals(List.of("state 0", "state 99"), frames);
        sent.getLast().run();
        assertEquals(2, frames.size());
        assertTrue(newest.isIdle());
    }

    @Test
    void aFrameThatIsNotConfirmedHoldsTheNextBack() {
        NewestOnly newest = new NewestOnly(session, NewestOnly.Until.CONFIRMED, now::get);
        newest.offer(() -> "one");
        sent.getFirst().run();
        newest.offer(() -> "two");
        newest.offer(() -> "three");
        now.addAndGet(86_400_000_000_000L);
        assertEquals(List.of("one"), frames);
        assertEquals(86_400_000_000_000L, newest.inFlightNs());
        newest.confirmed();
        assertEquals(List.of("one", "three"), frames);
    }

    @Test
    void aConfirmationBeforeTheFrameIsOutDoesNotSendTwo() {
        NewestOnly newest = new NewestOnly(session, NewestOnly.Until.CONFIRMED, now::get);
        newest.offer(() -> "one");
        newest.confirmed();
        newest.offer(() -> "two");
        assertEquals(List.of("one"), frames);
        sent.getFirst().run();
        assertEquals(List.of("one", "two"), frames);
    }

    @Test
    void nothingIsSentInASessionThatHasEnded() {
        NewestOnly newest = new NewestOnly(session, NewestOnly.Until.SENT, now::get);
        isOpen = false;
        newest.offer(() -> "late");
        assertTrue(frames.isEmpty());
        assertFalse(newest.isIdle());
    }

    @Test
    void aStateThatCannotBeMadeDoesNotStopTheNext() {
        NewestOnly newest = new NewestOnly(session, NewestOnly.Until.CONFIRMED, now::get);
        assertThrows(
                IllegalStateException.class,
                () -> newest.offer(() -> {
                    throw new IllegalStateException("broken");
                }));
        assertThrows(
                NoClassDefFoundError.class,
                () -> newest.offer(() -> {
                    throw new NoClassDefFoundError("broken");
                }));
        newest.offer(() -> "fine");
        assertEquals(List.of("fine"), frames);
    }
}
