package io.millrace.ledger;

/**
 * A block that is not valid.
 *
 * @param digest its name
 * @param reason the first rule that it breaks
 */
public record RefusedBlock(Digest digest, Refusal reason) {}
