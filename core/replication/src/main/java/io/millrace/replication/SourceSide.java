package io.millrace.replication;

import io.millrace.journal.Durability;
import io.millrace.journal.Epoch;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A member as the source of its epoch: it lets copies join, computes the mark and applies the policy for missing
 * copies. It ends when a higher epoch appears.
 */
final class SourceSide {

    private final LocalState local;
    private final MemberLog log;
    private final Epoch epoch;
    private final long epochStart;
    private final Acknowledgements acknowledgements;
    private final ConfigurationChange change;
    private final Optional<Spare> spare;
    private long missingSinceNs = -1;
    private boolean isDegraded;
    private Appending appending;
    private String behind;

    SourceSide(LocalState local) {
        this.local = local;
        log = local.log;
        epoch = local.promised();
        EpochSpan span = log.epochs().spans().getLast();
        if (!span.epoch().equals(epoch)) {
            throw new ReplicationException(
                    "the last segment of a source must have its epoch epoch=" + epoch + " last=" + span.epoch());
        }
        epochStart = log.start(span.firstSegment());
        acknowledgements = new Acknowledgements(local.number(), epochStart);
        change = new ConfigurationChange(local, acknowledgements, epochStart);
        spare = local.options.spare();
        progressed();
    }

    ConfigurationChange change() {
        return change;
    }

    Acknowledgements acknowledgements() {
        return acknowledgements;
    }

    /** Returns what is known of a copy. */
    CopyStatus status(MemberEntry entry) {
        CopyProgress progress = acknowledgements.of(entry.number());
        boolean isConnected = progress != null && progress.isConnected();
        return new CopyStatus(
                entry.number(),
                entry.name(),
                entry.address(),
                isConnected ? CopyStatus.Link.CONNECTED : CopyStatus.Link.MISSING,
                progress == null ? LogPosition.NONE : progress.mapped(),
                progress == null ? LogPosition.NONE : progress.synced(),
                isConnected ? progress.link().clock().aheadUs() : OptionalLong.empty());
    }

    /** Returns what is known of all copies. */
    List<CopyStatus> statuses() {
        return local.saved().configuration().everyone().stream()
                .filter(entry -> entry.copyId() != local.saved().copyId())
                .map(this::status)
                .toList();
    }

    boolean isDegraded() {
        return isDegraded;
    }

    /** Returns why this source acknowledges nothing any more, since it went backwards; or null. */
    String behind() {
        return behind;
    }

    /** Takes a copy in, or says why not. The epoch of the copy is at most that of this source. */
    void join(MemberLink link, Message.Join join) {
        LogOrigin origin = log.origin();
        if (join.id() != null && !join.id().equals(origin.id())) {
            refuse(link, Refusal.OTHER_JOURNAL, "the journal is another one id=" + join.id() + " here=" + origin.id());
            return;
        }
        long end = join.epochs().end();
        if (epoch.equals(join.epochs().last()) && end > log.end()) {
            wentBack(join, end);
        }
        if (behind != null) {
            refuse(link, Refusal.SOURCE_BEHIND, behind);
            return;
        }
        if (!isPrefix(link, join, origin, end)) {
            return;
        }
        int number = change.admit(link, join);
        if (number < 0) {
            return;
        }
        CopyProgress progress = acknowledgements.create(number);
        MemberLink former = progress.link();
        if (former != null && former != link) {
            former.close("the member has joined again number=" + number);
        }
        progress.joined(link);
        spare.filter(copy -> copy.is(join.name())).ifPresent(copy -> {
            progress.setSpare(true);
            copy.joined();
        });
        link.serve(new RunSender(log, end, local.options.runBytes()), progress);
        link.send(new Message.Welcome(epoch, origin, log.end(), local.saved().configuration()));
        local.listener.event(
                MemberEvent.JOINED,
                "a copy has joined number=" + number + " name=" + join.name() + " end=" + LogPosition.toText(end));
        progressed();
    }

    /**
     * Notes that a copy has frames of this epoch that its source does not have. Every frame of an epoch comes from its
     * source, so the files here were replaced by older ones: what is appended gets indexes that other messages have,
     * and what was acknowledged is at the copy alone.
     */
    private void wentBack(Message.Join join, long end) {
        String text = "the source has less than its copy in its own epoch, so its directory was restored from a backup"
                + " or damaged; promote the copy, and reset nothing copy=" + join.name() + " copyEnd="
                + LogPosition.toText(end) + " sourceEnd=" + LogPosition.toText(log.end()) + " epoch=" + epoch;
        if (behind == null) {
            behind = text;
            appending = Appending.REFUSED;
            log.admit(Appending.REFUSED);
            local.listener.event(MemberEvent.STOPPED, text);
        }
    }

    /** Compares the epochs, then the hash: equal frames at the end alone would not prove an equal history. */
    private boolean isPrefix(MemberLink link, Message.Join join, LogOrigin origin, long end) {
        if (end == LogPosition.NONE) {
            return true;
        }
        EpochTable epochs = log.epochs();
        long common = epochs.commonEnd(join.epochs());
        if (LogPosition.segment(end) < origin.firstKept()) {
            refuse(
                    link,
                    Refusal.BEHIND_RETENTION,
                    "retention has removed what the copy needs; copy the journal from segment=" + origin.firstKept()
                            + " end=" + LogPosition.toText(end));
            return false;
        }
        if (common != end) {
            link.send(new Message.Diverged(epoch, common, epochs.newest()));
            return false;
        }
        String difference = difference(log, end, join.hash());
        if (difference != null) {
            refuse(link, Refusal.DIVERGED, difference);
            return false;
        }
        return true;
    }

    /** Returns in what a log differs from one whose epochs are the same, and that ends at a position; or null. */
    static String difference(MemberLog log, long end, long hash) {
        String what;
        try {
            if (log.hash(end) == hash) {
                return null;
            }
            what = "the histories differ before end=";
        } catch (ReplicationException e) { // no frame begins there, or one before it is damaged
            what = "the histories differ, since the other end is none here: " + e.getMessage() + " end=";
        }
        return what + LogPosition.toText(end) + " segment=" + LogPosition.segment(end)
                + "; a directory was restored from a backup, or is damaged: 'millrace verify' finds damage, and a copy"
                + " that has more than a restored source is promoted; else reset the copy";
    }

    void refuse(MemberLink link, Refusal refusal, String text) {
        local.listener.event(MemberEvent.REFUSED, text);
        link.send(new Message.Refused(refusal, local.promised(), text));
    }

    void stored(MemberLink link, ConfigurationVersion version) {
        if (link.progress() != null) {
            link.progress().stored(version);
            progressed();
        }
    }

    void acknowledged(MemberLink link, long mapped, long synced) {
        CopyProgress progress = link.progress();
        if (progress == null || progress.link() != link) {
            return;
        }
        if (mapped > log.end() || synced > mapped) {
            link.close("the copy acknowledges what it cannot hold mapped=" + LogPosition.toText(mapped) + " synced="
                    + LogPosition.toText(synced) + " end=" + LogPosition.toText(log.end()));
            return;
        }
        progress.acknowledged(mapped, synced);
        if (progress.isSpare()) {
            spare.orElseThrow().hold(mapped);
        }
        progressed();
    }

    void closed(MemberLink link) {
        CopyProgress progress = link.progress();
        if (progress != null && progress.link() == link) {
            progress.left();
            progressed();
        }
    }

    /** Computes the mark again: the log has grown, or a copy has acknowledged, come or gone. */
    void progressed() {
        if (behind != null) {
            return;
        }
        change.settle();
        Configuration configuration = local.saved().configuration();
        int missing = missing(configuration);
        watch(missing);
        long certain = certain(configuration);
        long mark = isDegraded ? Math.max(certain, own(configuration.present())) : certain;
        if (mark > log.mark() || certain > log.certain()) {
            log.setMark(Math.max(mark, log.mark()), Math.max(certain, log.certain()));
        }
    }

    /** Returns the name of each copy, and up to where it holds the journal if that is known. */
    Map<String, Long> copies() {
        Map<String, Long> copies = new HashMap<>();
        for (MemberEntry member : local.saved().configuration().everyone()) {
            if (member.number() != local.number()) {
                CopyProgress progress = acknowledgements.of(member.number());
                copies.put(member.name(), progress == null ? LogPosition.NONE : progress.mapped());
            }
        }
        return copies;
    }

    private long certain(Configuration configuration) {
        MemberSet present = configuration.present();
        long held = Math.min(spareHeld(present), acknowledgements.held(present, change.presentFrom(), own(present)));
        MemberSet previous = configuration.previous();
        if (previous == null) {
            return held;
        }
        return Math.min(held, acknowledgements.held(previous, change.previousFrom(), own(previous)));
    }

    /** Returns up to where the spare holds the journal; the highest position where there is no spare. */
    private long spareHeld(MemberSet set) {
        if (!isSpareRequired()) {
            return Long.MAX_VALUE;
        }
        for (MemberEntry member : set.members()) {
            if (spare.orElseThrow().is(member.name())) {
                return acknowledgements.held(member, set, change.presentFrom());
            }
        }
        return LogPosition.NONE;
    }

    private boolean isSpareRequired() {
        return spare.isPresent() && spare.get().isRequired();
    }

    private boolean isSpareMissing(MemberSet set) {
        for (MemberEntry member : set.members()) {
            if (spare.orElseThrow().is(member.name())) {
                CopyProgress progress = acknowledgements.of(member.number());
                return progress == null || !progress.isConnected();
            }
        }
        return true;
    }

    private long own(MemberSet set) {
        return set.level() == Durability.SYNCED ? log.syncedEnd() : log.end();
    }

    private int missing(Configuration configuration) {
        MemberSet present = configuration.present();
        int missing = present.count() - acknowledgements.connected(present, change.presentFrom());
        MemberSet previous = configuration.previous();
        if (previous != null) {
            missing = Math.max(missing, previous.count() - acknowledgements.connected(previous, change.previousFrom()));
        }
        if (isSpareRequired() && isSpareMissing(present)) {
            missing = Math.max(missing, 1);
        }
        return missing;
    }

    private void watch(int missing) {
        MissingPolicy policy = local.options.missing();
        if (missing <= 0) {
            missingSinceNs = -1;
            if (isDegraded) {
                isDegraded = false;
                local.listener.event(MemberEvent.RESTORED, "enough copies are connected");
            }
        } else if (missingSinceNs < 0) {
            missingSinceNs = local.nowNs();
        }
        if (missing > 0
                && !isDegraded
                && policy instanceof MissingPolicy.Degrade degrade
                && local.nowNs() - missingSinceNs >= degrade.boundNs()) {
            isDegraded = true;
            local.listener.event(
                    MemberEvent.DEGRADED,
                    "copies are missing, and acknowledged means held by the source alone missing=" + missing + " from="
                            + LogPosition.toText(log.certain()));
        }
        Appending whileComplete = policy instanceof MissingPolicy.Fail ? Appending.GUARDED : Appending.ALLOWED;
        Appending next = missing > 0 && policy instanceof MissingPolicy.Fail ? Appending.REFUSED : whileComplete;
        if (next != appending) {
            appending = next;
            log.admit(next);
            if (next == Appending.REFUSED) {
                local.listener.event(MemberEvent.APPENDS_REFUSED, "copies are missing missing=" + missing);
            }
        }
    }

    /** Returns what a link to a copy sends next. */
    Outgoing next(MemberLink link, RunSlice slice) {
        if (behind != null) {
            return Outgoing.NOTHING;
        }
        RunSender sender = link.sender();
        if (sender.isBehindRetention()) {
            long next = sender.next();
            link.serve(null, null);
            refuse(
                    link,
                    Refusal.BEHIND_RETENTION,
                    "retention has removed what the copy needs; copy the journal from segment="
                            + log.origin().firstKept() + " end=" + LogPosition.toText(next));
            return Outgoing.NOTHING;
        }
        CopyProgress progress = link.progress();
        if (progress.takesPeriod(log, sender, slice)) {
            return Outgoing.PERIOD;
        }
        if (progress.isSpare()
                && progress.takesRemoval(
                        log.origin(), sender, spare.orElseThrow().gate(), slice)) {
            return Outgoing.REMOVAL;
        }
        Outgoing next = sender.next(slice, limit(progress));
        if (next == Outgoing.NOTHING && progress.takesMark(log.mark(), log.certain(), slice)) {
            return Outgoing.MARK;
        }
        return next;
    }

    /** Returns up to where a copy may be sent the journal now. */
    private long limit(CopyProgress progress) {
        if (progress.isSpare()) {
            return spare.orElseThrow().gate().limit();
        }
        return isSpareRequired() ? log.mark() : Long.MAX_VALUE;
    }
}
