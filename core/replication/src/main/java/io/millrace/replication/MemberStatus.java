package io.millrace.replication;

import io.millrace.journal.Epoch;

/**
 * What a member says of itself.
 *
 * @param copyId the identity of its copy
 * @param promised the highest epoch that it has seen or promised
 * @param role its role
 * @param whole whether it cannot lack what it has acknowledged
 * @param certain how far it knows frames to be held as asked
 * @param epochs the epochs of its log
 * @param configuration the newest configuration that it knows, or null
 */
public record MemberStatus(
        long copyId,
        Epoch promised,
        Role role,
        boolean whole,
        long certain,
        EpochTable epochs,
        Configuration configuration) {}
