package io.millrace.ledger;

import java.util.List;

/** A commit with the blocks that it brings into the order. */
record OrderedCommit(Commit commit, Vertex leader, List<Vertex> blocks) {}
