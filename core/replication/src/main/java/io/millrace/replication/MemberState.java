package io.millrace.replication;

import io.millrace.journal.Epoch;

/**
 * What a member must not forget beside its journal. It is small and replaced as a whole.
 *
 * @param copyId the random identity of its copy
 * @param promised the highest epoch that it has seen or promised to follow; nothing of a lower one is accepted
 * @param role its role
 * @param highestLed the highest number of a segment that it ever led and may not have any more, or -1
 * @param whole whether it cannot lack what it has acknowledged
 * @param configuration the newest configuration that it knows, or null
 */
public record MemberState(
        long copyId, Epoch promised, Role role, long highestLed, boolean whole, Configuration configuration) {

    /** Returns the state of a new member. */
    public static MemberState fresh(long copyId) {
        return new MemberState(copyId, Epoch.FIRST, Role.COPY, -1, true, null);
    }

    /** Returns the number of this member, or -1 if it has none yet. */
    public int number() {
        return configuration == null ? -1 : configuration.numberOf(copyId);
    }

    /** Returns the version of the configuration. */
    public ConfigurationVersion version() {
        return configuration == null ? ConfigurationVersion.NONE : configuration.version();
    }

    MemberState withPromised(Epoch epoch) {
        return new MemberState(copyId, epoch, role, highestLed, whole, configuration);
    }

    MemberState withRole(Role next) {
        return new MemberState(copyId, promised, next, highestLed, whole, configuration);
    }

    MemberState withHighestLed(long segment) {
        return new MemberState(copyId, promised, role, Math.max(highestLed, segment), whole, configuration);
    }

    MemberState withWhole(boolean next) {
        return new MemberState(copyId, promised, role, highestLed, next, configuration);
    }

    /** Returns the same state of a copy that is not whole until it has what its source has when it joins. */
    public MemberState mistrusted() {
        return withWhole(false);
    }

    MemberState withConfiguration(Configuration next) {
        return new MemberState(copyId, promised, role, highestLed, whole, next);
    }
}
