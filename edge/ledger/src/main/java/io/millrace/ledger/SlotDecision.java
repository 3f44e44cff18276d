package io.millrace.ledger;

import java.util.Optional;

/**
 * What is decided about a slot, that of the leader's block in a round. A decision never changes; what is undecided
 * may be decided when more blocks are there.
 *
 * @param round the round, at least 1
 * @param leader the seat that leads it
 * @param outcome what is decided
 * @param block the committed block, if the slot is committed
 * @param isDirect whether blocks of the next two rounds decide, and no later slot
 */
public record SlotDecision(long round, int leader, SlotOutcome outcome, Optional<Digest> block, boolean isDirect) {}
