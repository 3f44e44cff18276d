package io.millrace.replication;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.journal.Epoch;
import java.util.List;
import org.junit.jupiter.api.Test;

class EpochTableTest {

    private static final Epoch FIRST = Epoch.FIRST;
    private static final Epoch BY_ONE = new Epoch(1, 1);
    private static final Epoch BY_TWO = new Epoch(2, 2);

    private static EpochSpan span(long segment, Epoch epoch, long lastSegment, long offset) {
        return new EpochSpan(segment, epoch, LogPosition.of(lastSegment, epoch.leader(), offset));
    }

    @Test
    void inOneEpochTheShorterIsAPrefixOfTheLonger() {
        EpochTable shorter = new EpochTable(List.of(span(0, FIRST, 0, 128)));
        EpochTable longer = new EpochTable(List.of(span(0, FIRST, 2, 64)));
        assertEquals(shorter.end(), longer.commonEnd(shorter));
        assertEquals(shorter.end(), shorter.commonEnd(longer));
    }

    /** The last entries alone would say nothing: both have an epoch that the other does not have. */
    @Test
    void theCommonEndIsInTheLastEpochOfBoth() {
        EpochTable left = new EpochTable(List.of(span(0, FIRST, 0, 128), span(1, BY_ONE, 1, 256)));
        EpochTable right = new EpochTable(List.of(span(0, FIRST, 0, 192), span(1, BY_TWO, 1, 64)));
        assertEquals(LogPosition.of(0, 0, 128), left.commonEnd(right));
        assertEquals(LogPosition.of(0, 0, 128), right.commonEnd(left));
        assertEquals(LogPosition.NONE, left.commonEnd(EpochTable.EMPTY));
    }

    @Test
    void aPromotionPrefersTheHigherEpochAndThenTheHigherEnd() {
        EpochTable oldAndLong = new EpochTable(List.of(span(0, FIRST, 9, 128)));
        EpochTable newAndShort = new EpochTable(List.of(span(0, FIRST, 0, 64), span(1, BY_ONE, 1, 64)));
        EpochTable newAndLonger = new EpochTable(List.of(span(0, FIRST, 0, 64), span(1, BY_ONE, 1, 72)));
        assertTrue(newAndShort.compareLogs(oldAndLong) > 0);
        assertTrue(newAndLonger.compareLogs(newAndShort) > 0);
        assertTrue(EpochTable.EMPTY.compareLogs(newAndShort) < 0);
    }

    @Test
    void whatAMemberLedAfterAPositionIsKnown() {
        EpochTable table = new EpochTable(List.of(span(0, FIRST, 0, 128), span(1, BY_ONE, 1, 256)));
        assertTrue(table.isLedAfter(LogPosition.of(0, 0, 128), 1));
        assertTrue(table.isLedAfter(LogPosition.of(0, 0, 64), 0));
        assertFalse(table.isLedAfter(LogPosition.of(0, 0, 128), 0));
        assertFalse(table.isLedAfter(LogPosition.of(1, 1, 256), 1));
    }

    @Test
    void epochsThatDoNotRiseAreRefused() {
        assertThrows(
                ReplicationException.class,
                () -> new EpochTable(List.of(span(0, BY_ONE, 0, 64), span(1, FIRST, 1, 64))));
        assertThrows(
                ReplicationException.class,
                () -> new EpochTable(List.of(span(1, FIRST, 1, 64), span(1, BY_ONE, 1, 64))));
    }

    @Test
    void positionsHaveTheTextFormOfIndexes() {
        assertEquals("3:64", LogPosition.toText(LogPosition.of(3, 0, 64)));
        assertEquals("3.31:64", LogPosition.toText(LogPosition.of(3, 31, 64)));
    }
}
