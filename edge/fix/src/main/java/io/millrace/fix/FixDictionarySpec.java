package io.millrace.fix;

import java.util.Optional;

/**
 * A dictionary, as a topology names it.
 *
 * @param file the file, relative to the topology
 * @param transport the file of the session messages of FIXT; empty for FIX 4
 * @param version the application version, a value of ApplVerID (1128), of one with a transport
 * @param overlay the file of what the counterparty has of its own
 */
public record FixDictionarySpec(
        String file, Optional<String> transport, Optional<String> version, Optional<String> overlay) {}
