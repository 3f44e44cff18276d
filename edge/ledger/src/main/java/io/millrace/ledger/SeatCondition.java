package io.millrace.ledger;

import java.util.EnumSet;
import java.util.Set;

/** What a seat does at a time; several hold at once. */
public enum SeatCondition {
    /** It may sign, so that its record is whole. */
    SIGNING,
    /** It catches up by commits. */
    CATCHING_UP,
    /** It carries commits out: no other root is agreed on. */
    EXECUTING,
    /** It has stopped, since more seats are faulty than are tolerated. */
    HALTED;

    static Set<SeatCondition> of(boolean isSigning, boolean isCatchingUp, boolean isExecuting, boolean isHalted) {
        Set<SeatCondition> conditions = EnumSet.noneOf(SeatCondition.class);
        if (isSigning) {
            conditions.add(SIGNING);
        }
        if (isCatchingUp) {
            conditions.add(CATCHING_UP);
        }
        if (isExecuting) {
            conditions.add(EXECUTING);
        }
        if (isHalted) {
            conditions.add(HALTED);
        }
        return conditions;
    }
}
