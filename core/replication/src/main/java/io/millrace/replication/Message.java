package io.millrace.replication;

import io.millrace.journal.Epoch;
import io.millrace.journal.JournalId;

/** A message between two members. {@link MessageCodec} has the bytes. */
public sealed interface Message
        permits SegmentBegin,
                Message.Join,
                Message.Welcome,
                Message.Diverged,
                Message.Refused,
                Message.Run,
                Message.Mark,
                Message.Ack,
                Message.Heartbeat,
                Message.Configured,
                Message.Stored,
                Message.StatusRequest,
                Message.Status,
                Message.Promise,
                Message.Promised,
                Message.Fetch,
                Message.Serving,
                Message.PeriodOpened,
                Message.SegmentsRemoved {

    /**
     * A copy asks a source to be streamed to.
     *
     * @param id the identity of the journal, or null if it has none yet
     * @param copyId the identity of the copy
     * @param number the number of the member, or -1 if it is new
     * @param name its name
     * @param address where it accepts links
     * @param promised the highest epoch that it has seen or promised
     * @param nextNumber the next number of a member in the configuration that it knows
     * @param hash the hash of its last segment up to its end
     * @param epochs its epochs
     */
    record Join(
            JournalId id,
            long copyId,
            int number,
            String name,
            String address,
            Epoch promised,
            int nextNumber,
            long hash,
            EpochTable epochs)
            implements Message {}

    /**
     * A source accepts a copy; frames follow.
     *
     * @param epoch the epoch of the source
     * @param origin what exists outside the segments
     * @param end the end of the source: a copy that has everything before it is whole
     * @param configuration the configuration
     */
    record Welcome(Epoch epoch, LogOrigin origin, long end, Configuration configuration) implements Message {}

    /**
     * The copy has frames that the sender does not have.
     *
     * @param epoch the epoch of the sender
     * @param commonEnd the position up to which both are the same
     * @param epochs the epochs of the sender
     */
    record Diverged(Epoch epoch, long commonEnd, EpochTable epochs) implements Message {}

    /**
     * The sender does not do what was asked.
     *
     * @param refusal why
     * @param promised the highest epoch that the sender has seen or promised
     * @param text what and where, or an address
     */
    record Refused(Refusal refusal, Epoch promised, String text) implements Message {}

    /**
     * The header of frames, which follow.
     *
     * @param position the position of the first frame
     * @param timeMs a time: none of them was published later, milliseconds since 1970
     * @param length the bytes of the frames
     * @param end whether the run ends with them
     */
    record Run(long position, long timeMs, long length, RunEnd end) implements Message {}

    /**
     * Says how far readers may read.
     *
     * @param mark the position
     * @param certain the part of it that is held as the configuration asks
     */
    record Mark(long mark, long certain) implements Message {}

    /**
     * A copy holds everything before these positions.
     *
     * @param mapped in mapped memory
     * @param synced on the storage device
     */
    record Ack(long mapped, long synced) implements Message {}

    /**
     * Says that a side is there, and what its clock says. The driver fills in the times when it sends.
     *
     * @param sentUs the time of the sender, microseconds since 1970
     * @param smallestUs the smallest difference between receiving and sending, by both clocks, of the heartbeats that
     *     the sender has received lately; {@link ClockOffset#UNKNOWN_US} for none
     */
    record Heartbeat(long sentUs, long smallestUs) implements Message {}

    /**
     * A source has changed the configuration.
     *
     * @param epoch the epoch of the source
     * @param configuration the new configuration
     */
    record Configured(Epoch epoch, Configuration configuration) implements Message {}

    /**
     * A copy has stored a configuration.
     *
     * @param version its version
     */
    record Stored(ConfigurationVersion version) implements Message {}

    /** Asks for the status; changes nothing. */
    record StatusRequest() implements Message {}

    /**
     * Answers a {@link StatusRequest}.
     *
     * @param status the status
     */
    record Status(MemberStatus status) implements Message {}

    /**
     * A candidate asks to follow its epoch.
     *
     * @param epoch the epoch
     */
    record Promise(Epoch epoch) implements Message {}

    /**
     * Answers a {@link Promise}: kept if the status has the epoch that was asked for, and else refused.
     *
     * @param epoch the epoch that was asked for
     * @param status the status after it was stored
     */
    record Promised(Epoch epoch, MemberStatus status) implements Message {}

    /**
     * A candidate asks a member that has promised its epoch for the frames that it lacks.
     *
     * @param epoch the epoch
     * @param hash the hash of its last segment up to its end
     * @param epochs its epochs
     */
    record Fetch(Epoch epoch, long hash, EpochTable epochs) implements Message {}

    /**
     * Answers a {@link Fetch}; frames follow.
     *
     * @param epoch the epoch
     * @param origin what exists outside the segments
     * @param end the end up to which frames follow
     */
    record Serving(Epoch epoch, LogOrigin origin, long end) implements Message {}

    /**
     * A period is in force in the source, whose opening the copy has been sent.
     *
     * @param number how many periods were opened, this one included
     * @param opening the position of the first frame of its opening
     */
    record PeriodOpened(long number, long opening) implements Message {}

    /**
     * Retention of the source has removed segments that the spare needs no more.
     *
     * @param firstKept the number of the first segment that is kept
     * @param removedFrames how many data frames were removed before it
     */
    record SegmentsRemoved(long firstKept, long removedFrames) implements Message {}
}
