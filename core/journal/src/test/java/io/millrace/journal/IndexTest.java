package io.millrace.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class IndexTest {

    @Test
    void anIndexIsItsSegmentLeaderAndPosition() {
        for (long segment : new long[] {0, 1, 77, Index.MAX_SEGMENT}) {
            for (int leader : new int[] {0, 1, 16, Epoch.MAX_LEADER}) {
                for (long position : new long[] {0, 8, 4096, Index.MAX_POSITION}) {
                    long index = Index.of(segment, leader, position);
                    assertEquals(segment, Index.segment(index));
                    assertEquals(leader, Index.leader(index));
                    assertEquals(position, Index.position(index));
                    assertEquals(segment + (leader == 0 ? "" : "." + leader) + ":" + position, Index.toText(index));
                    assertEquals(index, Index.parse(Index.toText(index)));
                    assertEquals(index, Index.parse(segment + "." + leader + ":" + position));
                    assertEquals(index, Index.withPosition(Index.of(segment, leader, 64), position));
                    assertTrue(index > Index.NONE);
                    assertTrue(Index.of(segment, 0) <= index && index <= Index.endOf(segment));
                }
            }
        }
        assertEquals(Index.NONE, Index.parse(Index.toText(Index.NONE)));
    }

    @Test
    void indexesAreInTheOrderOfSegmentLeaderAndPosition() {
        long[] inOrder = {
            Index.of(0, 8),
            Index.of(0, 0, Index.MAX_POSITION),
            Index.of(0, 1, 0),
            Index.endOf(0),
            Index.of(1, 0),
            Index.of(1, 3, 8),
            Index.of(1, 4, 0),
            Index.of(2, 2, 16)
        };
        for (int i = 1; i < inOrder.length; i++) {
            assertTrue(inOrder[i - 1] < inOrder[i], Index.toText(inOrder[i]));
        }
    }

    @Test
    void anIndexWithoutLeaderIsAsItAlwaysWas() {
        assertEquals((7L << 32) + 4096 / 8, Index.of(7, 4096));
        assertEquals(Index.of(7, 4096), Index.of(7, 0, 4096));
    }

    @Test
    void textThatIsNoIndexIsRefused() {
        for (String text : new String[] {
            "",
            "1",
            ":",
            "1:",
            ":8",
            "1:7",
            "-1:8",
            "1:-8",
            "a:8",
            "2147483648:8",
            "0x1:8",
            "1:1073741824",
            "1.32:8",
            "1.-1:8",
            "1.:8",
            ".1:8",
            "1.2",
            "1.2.3:8",
            "1:8.2",
            "1.4294967296:8"
        }) {
            JournalException e = assertThrows(JournalException.class, () -> Index.parse(text), text);
            assertTrue(e.getMessage().contains("segment.leader:position"), e.getMessage());
            assertTrue(e.getMessage().endsWith("text=" + text), e.getMessage());
        }
    }
}
