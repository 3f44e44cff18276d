package io.millrace.ledger;

import java.util.List;
import java.util.Objects;

/**
 * A block as the rules of the order see it: its author, its round, and which blocks it refers to. Nothing is
 * checked but nulls; {@link Dag} says whether it is valid.
 *
 * @param author the seat that made it
 * @param round its round, at least 1 if it is valid
 * @param digest its name
 * @param parents the blocks that it refers to, the author's own first
 */
public record DagBlock(int author, long round, Digest digest, List<Digest> parents) {
    /** Checks that nothing is null and takes a copy of the parents. */
    public DagBlock {
        Objects.requireNonNull(digest, "digest");
        parents = List.copyOf(parents);
    }
}
