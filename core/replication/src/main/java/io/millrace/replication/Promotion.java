package io.millrace.replication;

import io.millrace.journal.Epoch;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A candidate on its way to be the source. It asks first, which changes nothing; if enough members answer, it chooses
 * an epoch above all that it has heard of, stores it, and lets the others promise it; it takes over the best log of
 * those that have promised; then it begins a segment of its epoch.
 *
 * <p>Everything acknowledged is held by one of the members that have promised: what is acknowledged is held by the
 * source and {@code count} copies, and all members but {@code count} promise. That one's log is at most as good as the
 * best. From its promise on it acknowledges nothing to a former source.
 */
final class Promotion {

    private enum Phase {
        ASKING,
        PROMISING,
        FETCHING,
        ENDED
    }

    private final LocalState local;
    private final MemberLog log;
    private final Peers peers;
    private final Losses losses;
    private final RunReceiver receiver;
    private final Map<Long, MemberStatus> statuses = new LinkedHashMap<>();
    private final Map<Long, MemberStatus> promises = new LinkedHashMap<>();
    private final Map<String, MemberLink> asked = new LinkedHashMap<>();
    /** The members that said they were the source: what they alone hold was not acknowledged. */
    private final Set<Long> sources = new HashSet<>();

    private final Set<String> unreachable = new HashSet<>();
    private Phase phase = Phase.ASKING;
    private Epoch epoch;
    private MemberStatus best;
    private MemberLink fetching;
    private boolean isServed;
    private boolean hasReserved;
    private boolean isCompleting;
    private boolean isLossy;
    private long fetchEnd;
    private long deadlineNs;

    Promotion(LocalState local, Peers peers, Losses losses) {
        this.local = local;
        this.peers = peers;
        this.losses = losses;
        log = local.log;
        receiver = new RunReceiver(log);
        statuses.put(local.saved().copyId(), local.status());
        deadlineNs = local.nowNs() + local.options.answerNs();
    }

    boolean hasEnded() {
        return phase == Phase.ENDED;
    }

    /** Returns whether the role of this member changes already: what fails now cannot be undone here. */
    boolean isCompleting() {
        return isCompleting;
    }

    boolean isFetching(MemberLink link) {
        return phase == Phase.FETCHING && fetching == link;
    }

    void tick() {
        switch (phase) {
            case ASKING -> askAll();
            case PROMISING -> promiseAll();
            case FETCHING -> fetch();
            case ENDED -> {}
        }
        if (phase != Phase.ENDED && local.nowNs() >= deadlineNs) {
            switch (phase) {
                case ASKING -> decideToPromise();
                case PROMISING -> decideToFetch();
                default -> fail("the best log could not be fetched in time epoch=" + epoch);
            }
        }
    }

    private List<MemberEntry> others() {
        Configuration newest = PromotionQuorum.newest(statuses.values());
        List<MemberEntry> others = new ArrayList<>(newest == null ? List.of() : newest.everyone());
        others.removeIf(member -> member.copyId() == local.saved().copyId());
        return others;
    }

    private void askAll() {
        boolean isComplete = true;
        for (MemberEntry member : others()) {
            MemberLink link = peers.want(member.address());
            if (link != null && asked.put(member.address(), link) != link) {
                link.send(new Message.StatusRequest());
            }
            isComplete &= statuses.containsKey(member.copyId()) || isPassedOver(member);
        }
        if (isComplete) {
            decideToPromise();
        }
    }

    /** Returns whether the answer of a member is not waited for, since it cannot be reached now. */
    private boolean isPassedOver(MemberEntry member) {
        return losses == Losses.HELD_HERE && unreachable.contains(member.address());
    }

    /** Notes that an address cannot be reached. */
    void notConnected(String address) {
        unreachable.add(address);
        if (phase == Phase.ASKING) {
            askAll();
        }
    }

    void status(MemberStatus status) {
        if (!local.isNear(status.promised())) {
            fail("a member has promised an epoch that is too far above what was seen epoch=" + status.promised()
                    + " seen=" + local.promised());
        }
        if (phase == Phase.ASKING) {
            statuses.put(status.copyId(), status);
            if (status.role() == Role.SOURCE) {
                sources.add(status.copyId());
            }
            askAll();
        }
    }

    private void decideToPromise() {
        Configuration newest = PromotionQuorum.newest(statuses.values());
        MemberState saved = local.saved();
        if (!isAllowed(newest) || !isEnough(newest, statuses)) {
            return;
        }
        long round = 0;
        for (MemberStatus status : statuses.values()) {
            round = Math.max(round, status.promised().round());
        }
        if (round == Long.MAX_VALUE) {
            fail("no round of an epoch is left round=" + round);
            return;
        }
        try {
            log.reserve(saved.highestLed());
        } catch (ReplicationException e) { // before other members are asked to leave the source that there is
            fail("the new epoch has no space here: " + e.getMessage());
            return;
        }
        hasReserved = true;
        epoch = new Epoch(round + 1, newest.numberOf(saved.copyId()));
        phase = Phase.PROMISING;
        deadlineNs = local.nowNs() + local.options.answerNs();
        asked.clear();
    }

    private boolean isAllowed(Configuration newest) {
        long copyId = local.saved().copyId();
        if (newest == null || newest.numberOf(copyId) < 0) {
            fail("only a member of the newest configuration can be promoted name=" + local.options.name());
            return false;
        }
        if (!newest.isOwnNumber(copyId)) {
            fail("a member whose addition is not in force cannot be promoted, since its number may be another's name="
                    + local.options.name());
            return false;
        }
        if (losses != Losses.ACCEPTED && !newest.isSettled(copyId)) {
            fail("a member that is being added or removed can be promoted only if losses are accepted name="
                    + local.options.name());
            return false;
        }
        return true;
    }

    private boolean isEnough(Configuration newest, Map<Long, MemberStatus> answers) {
        String missing = PromotionQuorum.missing(newest, answers);
        isLossy = missing != null || !newest.isSettled(local.saved().copyId());
        String needed = switch (losses) {
            case REFUSED -> missing;
            case UNHELD -> PromotionQuorum.silent(newest, answers);
            case HELD_HERE, ACCEPTED -> null;
        };
        if (needed != null) {
            fail("too few members have answered " + needed);
            return false;
        }
        return true;
    }

    /** Returns the epoch that this member must store now, once, before it asks others to promise it; else null. */
    Epoch epochToStore() {
        return phase == Phase.PROMISING && !promises.containsKey(local.saved().copyId()) ? epoch : null;
    }

    /** Notes that this member has stored its epoch and leads no other. */
    void stored() {
        promises.put(local.saved().copyId(), local.status());
        promiseAll();
    }

    private void promiseAll() {
        boolean isComplete = true;
        for (MemberEntry member : others()) {
            MemberLink link = peers.want(member.address());
            if (link != null && asked.put(member.address(), link) != link) {
                link.send(new Message.Promise(epoch));
            }
            isComplete &= promises.containsKey(member.copyId()) || !statuses.containsKey(member.copyId());
        }
        if (isComplete && phase == Phase.PROMISING) {
            decideToFetch();
        }
    }

    void promised(Message.Promised promised) {
        MemberStatus status = promised.status();
        if (phase != Phase.PROMISING || !promised.epoch().equals(epoch)) {
            return;
        }
        if (!status.promised().equals(epoch)) {
            fail("another promotion has a higher epoch epoch=" + epoch + " higher=" + status.promised());
            return;
        }
        statuses.put(status.copyId(), status);
        promises.put(status.copyId(), status);
        promiseAll();
    }

    private void decideToFetch() {
        Configuration newest = PromotionQuorum.newest(promises.values()); // it may have changed since all were asked
        if (!isAllowed(newest) || !isEnough(newest, promises)) {
            return;
        }
        best = promises.get(local.saved().copyId());
        for (MemberStatus promise : promises.values()) {
            boolean counts = losses != Losses.HELD_HERE || !sources.contains(promise.copyId());
            if (counts && promise.epochs().compareLogs(best.epochs()) > 0) {
                best = promise;
            }
        }
        if (losses == Losses.HELD_HERE && best.copyId() != local.saved().copyId()) {
            fail("another copy holds more than this one end=" + LogPosition.toText(log.end()) + " bestEnd="
                    + LogPosition.toText(best.epochs().end()));
            return;
        }
        phase = Phase.FETCHING;
        deadlineNs = local.nowNs() + local.options.answerNs();
        if (best.copyId() == local.saved().copyId()) {
            complete();
        } else {
            fetch();
        }
    }

    private void fetch() {
        if (fetching == null) {
            for (MemberEntry member : others()) {
                if (member.copyId() == best.copyId()) {
                    fetching = peers.want(member.address());
                }
            }
            if (fetching != null) {
                askForFrames();
            }
        } else {
            peers.want(fetching.address());
        }
    }

    private void askForFrames() {
        fetching.send(new Message.Fetch(epoch, local.endHash(), log.epochs().newest()));
    }

    void diverged(Message.Diverged diverged) {
        if (isServed || !diverged.epoch().equals(epoch)) {
            return;
        }
        long common = diverged.commonEnd();
        boolean hasMore = common < log.certain() || log.epochs().isLedAfter(common, local.number());
        if (hasMore && losses != Losses.ACCEPTED) {
            fail("the member has what the best log has not; reset it first end=" + LogPosition.toText(log.end())
                    + " bestEnd=" + LogPosition.toText(diverged.epochs().end()) + " common="
                    + LogPosition.toText(common) + " acknowledged=" + LogPosition.toText(log.certain()));
            return;
        }
        isLossy |= hasMore;
        local.cut(common, "the member takes over the best log");
        receiver.cut();
        askForFrames();
    }

    void serving(Message.Serving serving) {
        if (serving.epoch().equals(epoch)) {
            if (log.end() == LogPosition.NONE) {
                log.begin(serving.origin());
            }
            isServed = true;
            fetchEnd = serving.end();
            completeIfFetched();
        }
    }

    void begin(SegmentBegin segment) {
        if (isServed) {
            receiver.begin(segment);
            progressed();
        }
    }

    void run(long position, MemorySegment frames, RunEnd end, long timeMs) {
        if (isServed) {
            receiver.run(position, frames, end, timeMs);
            if (end == RunEnd.ENDS) {
                progressed();
            }
        }
    }

    private void progressed() {
        deadlineNs = local.nowNs() + local.options.answerNs();
        completeIfFetched();
    }

    private void completeIfFetched() {
        if (log.end() >= fetchEnd) {
            complete();
        }
    }

    void closed(MemberLink link) {
        if (isFetching(link)) {
            fail("the link to the member with the best log has ended epoch=" + epoch);
        }
        asked.values().remove(link);
    }

    void refused(Message.Refused refused) {
        fail(refused.text());
    }

    /** Ends the last epoch and begins the new one. The promise was stored, and any higher one has ended this. */
    private void complete() {
        MemberState saved = local.saved();
        if (!saved.promised().equals(epoch)) {
            fail("another promotion has a higher epoch epoch=" + epoch + " higher=" + saved.promised());
            return;
        }
        boolean isEmpty = log.end() == LogPosition.NONE;
        if (isEmpty && (losses != Losses.HELD_HERE || log.origin() == null)) {
            fail("a member without frames cannot lead epoch=" + epoch);
            return;
        }
        phase = Phase.ENDED;
        Configuration newest = PromotionQuorum.newest(promises.values());
        int next = newest.nextNumber();
        for (MemberStatus status : statuses.values()) {
            next = Math.max(
                    next,
                    status.configuration() == null ? 0 : status.configuration().nextNumber());
        }
        // Losses end no change: what was acknowledged by one of its sets alone may be lacking here and held elsewhere.
        boolean isBeingRemoved = newest.present().identified(saved.copyId()) == null;
        Configuration own = new Configuration(
                new ConfigurationVersion(epoch, newest.version().number() + 1),
                isBeingRemoved ? newest.previous() : newest.present(),
                isBeingRemoved ? newest.present() : newest.previous(),
                next,
                newest.afterLoss() || isLossy);
        long led = Math.max(saved.highestLed(), log.highestLed(epoch.leader()));
        isCompleting = true;
        local.save(saved.withHighestLed(led));
        if (isLossy && losses != Losses.HELD_HERE) {
            local.listener.event(
                    MemberEvent.LOSS_ACCEPTED,
                    "acknowledged messages may be lost from=" + LogPosition.toText(log.certain()) + " end="
                            + LogPosition.toText(log.end()));
        }
        log.promote(epoch, led);
        local.save(local.saved().withRole(Role.SOURCE).withWhole(true).withConfiguration(own));
        local.listener.event(
                MemberEvent.PROMOTED,
                "the member is the source epoch=" + epoch + " end=" + LogPosition.toText(log.end()) + " promises="
                        + promises.size());
    }

    void fail(String reason) {
        if (phase != Phase.ENDED) {
            phase = Phase.ENDED;
            local.listener.event(MemberEvent.PROMOTION_FAILED, reason);
            receiver.drop();
            if (hasReserved) {
                log.releaseReserved(local.saved().highestLed());
            }
        }
    }
}
