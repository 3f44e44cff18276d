package io.millrace.ledger;

import java.util.List;
import java.util.Set;

/**
 * What an operator sees of a seat.
 *
 * @param round the round that the seat is in
 * @param madeRound the round of its newest block, 0 without one
 * @param commits the number of the last commit
 * @param provedCommit the number of the last commit that a quorum has voted for
 * @param decidedRound the round up to which all slots are decided
 * @param horizon blocks up to this round are ignored
 * @param missingSeats the seats without a block in this round and the one before; in this round alone once it has taken
 *     twice as long as a seat waits for a leader
 * @param conditions what holds of it
 * @param keptBlocks how many blocks it keeps in memory
 * @param waitingBlocks how many of them wait for parents
 */
public record SeatStatus(
        long round,
        long madeRound,
        long commits,
        long provedCommit,
        long decidedRound,
        long horizon,
        List<Integer> missingSeats,
        Set<SeatCondition> conditions,
        int keptBlocks,
        int waitingBlocks) {
    /** Takes copies of the missing seats and the conditions. */
    public SeatStatus {
        missingSeats = List.copyOf(missingSeats);
        conditions = Set.copyOf(conditions);
    }

    /** Returns whether it may sign. */
    public boolean isSigning() {
        return conditions.contains(SeatCondition.SIGNING);
    }

    /** Returns whether it catches up by commits. */
    public boolean isCatchingUp() {
        return conditions.contains(SeatCondition.CATCHING_UP);
    }

    /** Returns whether it carries commits out. */
    public boolean isExecuting() {
        return conditions.contains(SeatCondition.EXECUTING);
    }

    /** Returns whether it has stopped. */
    public boolean isHalted() {
        return conditions.contains(SeatCondition.HALTED);
    }
}
