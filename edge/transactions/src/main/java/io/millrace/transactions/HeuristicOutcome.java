package io.millrace.transactions;

/**
 * A transaction that did not end the same way everywhere, or of which that is not known. It is kept until an operator
 * has looked at it and forgets it.
 *
 * @param transaction which transaction
 * @param outcome how it ended
 * @param detail what each resource answered, for people
 */
public record HeuristicOutcome(GlobalId transaction, Outcome outcome, String detail) {}
