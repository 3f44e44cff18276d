package io.millrace.service;

import io.millrace.journal.JournalId;
import java.util.List;

/** What a {@link Gateway} may know about where its requests come from. */
public interface GatewayContext {

    /** Returns the name of the gateway's service. */
    String name();

    /** Returns the inputs, in order. */
    List<GatewayInput> inputs();

    /** Returns the id of the journal that holds the request being made. */
    JournalId journalId();

    /** Returns the index of the request being made. */
    long index();
}
