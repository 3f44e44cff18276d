package io.millrace.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which transactions of a commit are carried out. */
class CommitChainTest {
    private static final long HORIZON = 60;

    private final SeatBench bench = new SeatBench(0, 4);
    private final CommitChain running = chain();

    private CommitChain chain() {
        return new CommitChain(bench.codec.chain(), HORIZON);
    }

    private List<String> fresh(CommitChain chain, long round) {
        byte[] transaction = "x".getBytes(StandardCharsets.UTF_8);
        Block block = bench.block(1, 1, round, List.of(), List.of(transaction), bench.genesis(1));
        return chain.fresh(round, List.of(block)).stream()
                .map(each -> new String(each, StandardCharsets.UTF_8))
                .toList();
    }

    @Test
    void aTransactionIsLeftOutThatCameWithinTheHorizonBefore() {
        assertEquals(List.of("x"), fresh(running, 1));
        assertEquals(List.of(), fresh(running, HORIZON));
        assertEquals(List.of("x"), fresh(running, 2 * HORIZON));
        assertEquals(1, running.remembered());
    }

    /** It was left out in round 50, and so is known in round 70, though round 1 is too long ago. */
    @Test
    void aSeatThatStartsAgainWithTheCommitsOfTheHorizonLeavesOutTheSame() {
        fresh(running, 1);
        fresh(running, 50);
        CommitChain again = chain();
        fresh(again, 50);
        assertEquals(fresh(running, 70), fresh(again, 70));
        assertEquals(List.of(), fresh(again, 71));
    }
}
