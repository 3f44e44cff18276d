package io.millrace.service;

import io.millrace.journal.JournalId;
import java.util.List;

/** The origin of the requests of a {@link Gateway}. */
public interface GatewayContext {

    /** Returns the name of the gateway's service. */
    String name();

    /** Returns the name of the topology of the gateway; empty where it runs in none. */
    default String topology() {
        return "";
    }

    /**
     * Returns the name under which a gateway stores outside how far it is: {@code TOPOLOGY/NAME}, so that gateways of
     * the same name in other topologies are others; the name alone where there is no topology.
     */
    default String identity() {
        return topology().isEmpty() ? name() : topology() + "/" + name();
    }

    /**
     * Returns whether what is stored outside of one of the inputs is this gateway's: under its name or a former one, in
     * a topology of any name or in none. A journal's id is unique, so that no other topology has stored anything of it.
     *
     * @param identity what {@link #identity} was when it was stored
     */
    default boolean isOwn(String identity) {
        String stored = identity.substring(identity.lastIndexOf('/') + 1);
        return stored.equals(name()) || formerNames().contains(stored);
    }

    /**
     * States that the answer of the request being made is a refusal: the request is bad, and would be again. It is
     * counted and reported once the answer is published, and a gateway with many refusals is degraded.
     *
     * @param reason what the other side says; reports show its first 500 characters
     */
    void refused(String reason);

    /**
     * Returns the names that the service had before. What a gateway has stored outside under one of them is that of
     * this service, and it takes it over when it opens.
     */
    default List<String> formerNames() {
        return List.of();
    }

    /** Returns the inputs, in order. */
    List<GatewayInput> inputs();

    /** Returns the id of the journal that keeps the outcomes; it stays the same as long as this data exists. */
    JournalId outputId();

    /** Returns the id of the journal that holds the request being made. */
    JournalId journalId();

    /** Returns the index of the request being made. */
    long index();

    /**
     * Returns a checksum of the current request, of its method and its arguments. A gateway stores it with the
     * outcome, and compares it when it finds that outcome again: another checksum means another request.
     */
    long checksum();

    /**
     * Returns whether an input holds a request with this checksum at this index. One that can no longer be read, since
     * the key of its subject was deleted, is taken to be it.
     *
     * @param input one of {@link #inputs}
     * @param index where the request was when its outcome was kept
     * @param checksum what {@link #checksum} was then
     */
    boolean holds(GatewayInput input, long index, long checksum);
}
