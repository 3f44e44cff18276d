package io.millrace.replication;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class MissingPolicyTest {

    @Test
    void aTimeToWaitIsPositive() {
        assertEquals(1, new MissingPolicy.Wait(1).boundNs());
        assertEquals(1, new MissingPolicy.Degrade(1).boundNs());
        assertThrows(ReplicationException.class, () -> new MissingPolicy.Wait(0));
        ReplicationException e = assertThrows(ReplicationException.class, () -> new MissingPolicy.Degrade(-1));
        assertTrue(e.getMessage().contains("boundNs=-1"), e.getMessage());
    }
}
