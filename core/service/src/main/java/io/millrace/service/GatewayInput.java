package io.millrace.service;

import io.millrace.journal.JournalId;
import java.util.Objects;

/**
 * One input of a gateway as it is when the gateway opens.
 *
 * @param channel the name of the channel
 * @param journalId the id of its journal
 * @param lastIndex the index of its newest message, -1 where it is empty; when the gateway opens for the first time,
 *     of the newest that was there before anything of this run was written
 * @param resumeAfter the newest request that the gateway has answered, whose outcome is in the output and survives a
 *     loss of power there, -1 where there is none; requests may follow that a record stands for, and that it is not
 *     given
 */
public record GatewayInput(String channel, JournalId journalId, long lastIndex, long resumeAfter) {

    /** Checks that nothing is null. */
    public GatewayInput {
        Objects.requireNonNull(channel, "channel");
        Objects.requireNonNull(journalId, "journalId");
    }
}
