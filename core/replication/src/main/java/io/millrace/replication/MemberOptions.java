package io.millrace.replication;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * The choices for one member.
 *
 * @param name its name
 * @param address where it accepts links, as {@code host:port}
 * @param seeds addresses that a new member asks for the source
 * @param missing what it does as a source while copies are missing
 * @param heartbeatNs pause between heartbeats, in nanoseconds
 * @param deadAfterNs time without anything received after which a link is closed, in nanoseconds
 * @param answerNs time within which other members must answer a candidate, in nanoseconds
 * @param retryNs shortest pause between attempts to connect, in nanoseconds
 * @param longestRetryNs longest pause between attempts to connect, in nanoseconds
 * @param runBytes most bytes of frames in a message, unless one frame has more
 * @param spare the copy that is to take over, while this member is the source
 * @param holding what this member acknowledges as a copy; everything that it holds where it is empty
 */
public record MemberOptions(
        String name,
        String address,
        List<String> seeds,
        MissingPolicy missing,
        long heartbeatNs,
        long deadAfterNs,
        long answerNs,
        long retryNs,
        long longestRetryNs,
        int runBytes,
        Optional<Spare> spare,
        Optional<Holding> holding) {

    private static final long SECOND_NS = 1_000_000_000;
    private static final int USUAL_RUN_BYTES = 64 << 10;

    /** Checks the name and copies the list. */
    public MemberOptions {
        int nameBytes = name.getBytes(StandardCharsets.UTF_8).length;
        if (nameBytes == 0 || nameBytes > MemberEntry.LONGEST_NAME) {
            throw new ReplicationException("name of a member must have 1 to " + MemberEntry.LONGEST_NAME
                    + " bytes name=" + name + " bytes=" + nameBytes);
        }
        seeds = List.copyOf(seeds);
    }

    /** Creates the choices for a member without a spare. */
    public MemberOptions(
            String name,
            String address,
            List<String> seeds,
            MissingPolicy missing,
            long heartbeatNs,
            long deadAfterNs,
            long answerNs,
            long retryNs,
            long longestRetryNs,
            int runBytes) {
        this(
                name,
                address,
                seeds,
                missing,
                heartbeatNs,
                deadAfterNs,
                answerNs,
                retryNs,
                longestRetryNs,
                runBytes,
                Optional.empty(),
                Optional.empty());
    }

    /** Returns the usual choices: heartbeats each second, links that are dead after five, runs of 64 KiB. */
    public static MemberOptions of(String name, String address, List<String> seeds, MissingPolicy missing) {
        return new MemberOptions(
                name,
                address,
                seeds,
                missing,
                SECOND_NS,
                5 * SECOND_NS,
                10 * SECOND_NS,
                SECOND_NS / 10,
                10 * SECOND_NS,
                USUAL_RUN_BYTES);
    }

    /** Returns the same choices with a copy that is to take over. */
    public MemberOptions withSpare(Spare copy) {
        return new MemberOptions(
                name,
                address,
                seeds,
                missing,
                heartbeatNs,
                deadAfterNs,
                answerNs,
                retryNs,
                longestRetryNs,
                runBytes,
                Optional.of(copy),
                holding);
    }

    /** Returns the same choices with a limit of what this member acknowledges as a copy. */
    public MemberOptions withHolding(Holding limits) {
        return new MemberOptions(
                name,
                address,
                seeds,
                missing,
                heartbeatNs,
                deadAfterNs,
                answerNs,
                retryNs,
                longestRetryNs,
                runBytes,
                spare,
                Optional.of(limits));
    }

    /** Returns the same choices with another time within which other members must answer a candidate. */
    public MemberOptions withAnswerNs(long ns) {
        return new MemberOptions(
                name,
                address,
                seeds,
                missing,
                heartbeatNs,
                deadAfterNs,
                ns,
                retryNs,
                longestRetryNs,
                runBytes,
                spare,
                holding);
    }
}
