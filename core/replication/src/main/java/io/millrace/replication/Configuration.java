package io.millrace.replication;

import java.util.ArrayList;
import java.util.List;

/**
 * The members of a replicated journal and its promise. While a change is under way there are two sets: what is
 * acknowledged is held as both ask, and a promotion needs both.
 *
 * @param version its version
 * @param present the members, or those to be
 * @param previous the members before the change that is under way, or null
 * @param nextNumber the number of the next new member
 * @param afterLoss whether the last promotion has accepted losses, and not all members are known to have followed it;
 *     until then no member is added, since a number could have been given to another elsewhere
 */
public record Configuration(
        ConfigurationVersion version, MemberSet present, MemberSet previous, int nextNumber, boolean afterLoss) {

    /** Returns whether a change is under way. */
    public boolean isChanging() {
        return previous != null;
    }

    /** Returns the number of the member with an identity, or -1 if it is not in this configuration. */
    public int numberOf(long copyId) {
        MemberEntry entry = present.identified(copyId);
        if (entry == null && previous != null) {
            entry = previous.identified(copyId);
        }
        return entry == null ? -1 : entry.number();
    }

    /**
     * Returns whether the number of a member is its own for ever: it has it from a change that is in force, or every
     * promotion that does not accept losses finds the change that gives it.
     *
     * @param copyId a member of the present set or of the one before
     */
    public boolean isOwnNumber(long copyId) {
        return isSettled(copyId) || previous.identified(copyId) != null || previous.holders() == 1;
    }

    /** Returns whether a member is in all sets, so that its number is its own for ever. */
    public boolean isSettled(long copyId) {
        return present.identified(copyId) != null && (previous == null || previous.identified(copyId) != null);
    }

    /** Returns the members of all sets. */
    public List<MemberEntry> everyone() {
        List<MemberEntry> all = new ArrayList<>(present.members());
        if (previous != null) {
            for (MemberEntry member : previous.members()) {
                if (present.identified(member.copyId()) == null) {
                    all.add(member);
                }
            }
        }
        return all;
    }

    /** Returns the first configuration of a change. */
    Configuration changingTo(MemberSet members, int next) {
        return new Configuration(following(), members, present, next, afterLoss);
    }

    /** Returns the configuration in which the change has come into force. */
    Configuration inForce() {
        return new Configuration(following(), present, null, nextNumber, afterLoss);
    }

    /** Returns the configuration after all members have followed. */
    Configuration followed() {
        return new Configuration(following(), present, previous, nextNumber, false);
    }

    private ConfigurationVersion following() {
        return new ConfigurationVersion(version.epoch(), version.number() + 1);
    }
}
