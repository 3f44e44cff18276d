package io.millrace.replication;

import io.millrace.journal.Epoch;

/**
 * Sends a candidate what it lacks of the log that is the best for its epoch, up to the end that the log had. It stops
 * when a higher epoch is promised, since the log may be cut then, and when retention has removed what is next.
 */
final class CandidateSender {

    private final LocalState local;
    private final Epoch epoch;
    private final RunSender sender;
    private final long end;

    CandidateSender(LocalState local, Epoch epoch, long next) {
        this.local = local;
        this.epoch = epoch;
        sender = new RunSender(local.log, next, local.options.runBytes());
        end = local.log.end();
    }

    /** Answers a candidate that asks for what it lacks: with frames, or with why not. */
    static void answer(LocalState local, MemberLink link, Message.Fetch fetch) {
        if (!fetch.epoch().equals(local.promised())) {
            link.send(new Message.Refused(
                    Refusal.LOWER_EPOCH,
                    local.promised(),
                    "another epoch was promised epoch=" + fetch.epoch() + " promised=" + local.promised()));
            return;
        }
        EpochTable epochs = local.log.epochs();
        long end = fetch.epochs().end();
        if (end != LogPosition.NONE) {
            if (epochs.commonEnd(fetch.epochs()) != end) {
                link.send(new Message.Diverged(fetch.epoch(), epochs.commonEnd(fetch.epochs()), epochs.newest()));
                return;
            }
            String difference = LogPosition.segment(end) < local.log.origin().firstKept()
                    ? "retention has removed what the candidate ends with end=" + LogPosition.toText(end)
                    : SourceSide.difference(local.log, end, fetch.hash());
            if (difference != null) {
                link.send(new Message.Refused(Refusal.DIVERGED, local.promised(), difference));
                return;
            }
        }
        link.serve(new CandidateSender(local, fetch.epoch(), end));
        link.send(new Message.Serving(fetch.epoch(), local.log.origin(), epochs.end()));
    }

    Outgoing next(MemberLink link, RunSlice slice) {
        if (!epoch.equals(local.promised())) {
            return refuse(link, Refusal.LOWER_EPOCH, "another epoch was promised epoch=" + epoch);
        }
        if (sender.isBehindRetention()) {
            return refuse(
                    link,
                    Refusal.BEHIND_RETENTION,
                    "retention has removed what the candidate needs segment=" + LogPosition.segment(sender.next()));
        }
        if (sender.next() == end) {
            link.serve(null);
            return Outgoing.NOTHING;
        }
        return sender.next(slice, Long.MAX_VALUE);
    }

    private Outgoing refuse(MemberLink link, Refusal refusal, String text) {
        link.serve(null);
        link.send(new Message.Refused(refusal, local.promised(), text));
        return Outgoing.NOTHING;
    }
}
