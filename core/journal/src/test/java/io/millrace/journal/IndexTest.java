package io.millrace.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class IndexTest {

    @Test
    void anIndexIsItsSegmentAndPosition() {
        for (long segment : new long[] {0, 1, 77, Index.MAX_SEGMENT}) {
            for (long position : new long[] {0, 8, 4096, (1L << 30) - 8, (1L << 35) - 8}) {
                long index = Index.of(segment, position);
                assertEquals(segment, Index.segment(index));
                assertEquals(position, Index.position(index));
                assertEquals(segment + ":" + position, Index.toText(index));
                assertEquals(index, Index.parse(Index.toText(index)));
                assertTrue(index > Index.NONE);
            }
        }
        assertTrue(Index.of(1, 8) > Index.of(0, 1 << 20));
        assertEquals(Index.NONE, Index.parse(Index.toText(Index.NONE)));
    }

    @Test
    void textThatIsNoIndexIsRefused() {
        for (String text :
                new String[] {"", "1", ":", "1:", ":8", "1:7", "-1:8", "1:-8", "a:8", "2147483648:8", "0x1:8"}) {
            JournalException e = assertThrows(JournalException.class, () -> Index.parse(text), text);
            assertTrue(e.getMessage().contains("text=" + text), e.getMessage());
        }
    }
}
