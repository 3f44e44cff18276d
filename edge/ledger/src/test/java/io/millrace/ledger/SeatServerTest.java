package io.millrace.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SeatServerTest {

    private static final int MESSAGE_BYTES = 1 << 20;

    /** A peer keeps all blocks of an answer in memory, so commits of many blocks come in several answers. */
    @Test
    void commitsOfManyBlocksEndAtTheFirstProofThatIsEnough() {
        assertEquals(64, answered(3).size());
        assertEquals(16, answered(70).size());
        assertEquals(2, answered(2000).size());
    }

    private static List<CommitRecord> answered(int blocks) {
        SeatBench port = new SeatBench(0, 4);
        Digest any = port.genesis(0).digest();
        for (long index = 1; index <= 64; index++) {
            List<Reference> references = new ArrayList<>();
            for (int i = 0; i < blocks; i++) {
                references.add(new Reference(index * blocks + i, 0, any));
            }
            Digest root = CommitRecord.rootOf(references);
            port.store(new CommitRecord(index, any, references.getLast(), 0, root, references));
            if (index % 2 == 0) {
                port.store(new CommitProof(index, any, List.of()));
            }
        }
        List<SeatMessage.Commits> sent = new ArrayList<>();
        Committee committee = SeatBench.codec(4, 0).chain().committee();
        SeatServer server = new SeatServer(
                committee, null, port, MESSAGE_BYTES, (message, _) -> sent.add((SeatMessage.Commits) message));
        server.serve(1, new SeatMessage.FetchCommits(1));
        return sent.getFirst().commits();
    }
}
