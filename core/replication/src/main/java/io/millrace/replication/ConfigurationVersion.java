package io.millrace.replication;

import io.millrace.journal.Epoch;

/**
 * The version of a configuration: versions of a higher epoch replace all of lower ones, as messages do, so that a
 * change that a promotion did not find cannot return.
 *
 * @param epoch the epoch whose source has made it
 * @param number counts the changes
 */
public record ConfigurationVersion(Epoch epoch, long number) implements Comparable<ConfigurationVersion> {

    /** The version of a member without configuration. */
    public static final ConfigurationVersion NONE = new ConfigurationVersion(Epoch.FIRST, 0);

    @Override
    public int compareTo(ConfigurationVersion other) {
        int byEpoch = epoch.compareTo(other.epoch);
        return byEpoch != 0 ? byEpoch : Long.compare(number, other.number);
    }

    @Override
    public String toString() {
        return epoch + "/" + number;
    }
}
