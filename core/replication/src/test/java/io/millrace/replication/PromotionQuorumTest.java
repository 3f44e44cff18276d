package io.millrace.replication;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.millrace.journal.Durability;
import io.millrace.journal.Epoch;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Of which members a promotion needs answers: one of them must hold everything that was acknowledged. */
class PromotionQuorumTest {

    private static final MemberEntry A = new MemberEntry(0, "a", "127.0.0.1:1", 10);
    private static final MemberEntry B = new MemberEntry(1, "b", "127.0.0.1:2", 11);
    private static final MemberEntry C = new MemberEntry(2, "c", "127.0.0.1:3", 12);
    private static final MemberSet THREE = new MemberSet(List.of(A, B, C), 1, Durability.MAPPED);
    private static final MemberSet TWO = new MemberSet(List.of(A, B), 1, Durability.MAPPED);

    private static Configuration configuration(MemberSet present, MemberSet previous) {
        return new Configuration(ConfigurationVersion.NONE, present, previous, 3, false);
    }

    private static MemberStatus says(MemberEntry member, boolean isWhole) {
        return new MemberStatus(member.copyId(), Epoch.FIRST, Role.COPY, isWhole, 0, EpochTable.EMPTY, null);
    }

    private static String missing(Configuration configuration, MemberStatus... answers) {
        Map<Long, MemberStatus> byId = new TreeMap<>();
        for (MemberStatus answer : answers) {
            byId.put(answer.copyId(), answer);
        }
        return PromotionQuorum.missing(configuration, byId);
    }

    @Test
    void allButSoManyAsHoldEachMessageMustAnswer() {
        assertNull(missing(configuration(THREE, null), says(B, true), says(C, true)));
        assertEquals("needed=2 whole=1 answered=c silent=a,b", missing(configuration(THREE, null), says(C, true)));
    }

    @Test
    void aMemberThatMayLackWhatItHasAcknowledgedDoesNotCount() {
        assertEquals(
                "needed=2 whole=1 answered=b,c(not whole) silent=a",
                missing(configuration(THREE, null), says(B, true), says(C, false)));
    }

    @Test
    void duringAChangeBothSetsMustAnswer() {
        Configuration change = configuration(TWO, THREE);
        assertEquals("needed=2 whole=1 answered=b silent=a,c", missing(change, says(B, true)));
        assertNull(missing(change, says(B, true), says(C, true)));
    }
}
