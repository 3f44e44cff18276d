package io.millrace.ledger;

import java.util.List;
import java.util.Objects;

/**
 * An accepted block with its parents, and what the commit rule reads in them. Belongs to one {@link Dag} and the
 * {@link Committer} that it feeds, which set the marks; not thread-safe.
 */
class Vertex {
    private static final Vertex[] NONE = {};

    final int author;
    final long round;
    final Digest digest;

    /** The parents; a seat leaves out those that are below the horizon. */
    private Vertex[] parents;

    /** The candidate of the round before that is among the parents, or null: this block supports it. */
    private Vertex supported;

    /** The candidate of two rounds before that parents of a quorum of authors support, or null. */
    private Vertex certified;

    /** Whether a commit has gone through the history of this block. */
    boolean ordered;

    /** The last search that met this block. */
    long search;

    /** Creates a block of round 0, which is implied. */
    Vertex(int author, Digest digest) {
        this.author = author;
        this.digest = digest;
        this.round = 0;
        this.parents = NONE;
        this.supported = null;
        this.certified = null;
    }

    Vertex(int author, long round, Digest digest, List<? extends Vertex> parents, Committee committee) {
        this.author = author;
        this.round = round;
        this.digest = digest;
        this.parents = parents.toArray(NONE);
        this.supported = findSupported(committee);
        this.certified = findCertified(committee);
    }

    Vertex[] parents() {
        return parents;
    }

    /** Lets go of the blocks before this one, which is below the horizon. */
    void forgetHistory() {
        parents = NONE;
        supported = null;
        certified = null;
    }

    /** Returns the candidate of the round before that is among the parents, or null. */
    Vertex supported() {
        return supported;
    }

    /** Returns the candidate of two rounds before that parents of a quorum of authors support, or null. */
    Vertex certified() {
        return certified;
    }

    private Vertex findSupported(Committee committee) {
        if (round < 2) {
            return null;
        }
        int leader = committee.leader(round - 1);
        for (Vertex parent : parents) {
            if (parent.round == round - 1 && parent.author == leader) {
                return parent;
            }
        }
        return null;
    }

    /** Finds it by a majority vote, since a quorum is more than half of the parents of one round. */
    private Vertex findCertified(Committee committee) {
        if (round < 3) {
            return null;
        }
        Vertex majority = null;
        int lead = 0;
        for (Vertex parent : parents) {
            if (parent.round == round - 1) {
                if (lead == 0) {
                    majority = parent.supported;
                }
                lead += Objects.equals(parent.supported, majority) ? 1 : -1;
            }
        }
        if (majority == null) {
            return null;
        }
        int votes = 0;
        for (Vertex parent : parents) {
            if (parent.round == round - 1 && Objects.equals(parent.supported, majority)) {
                votes++;
            }
        }
        return votes >= committee.quorum() ? majority : null;
    }
}
