package io.millrace.simulation;

import io.millrace.journal.Durability;
import io.millrace.journal.Epoch;
import io.millrace.replication.LogPosition;
import io.millrace.replication.MemberEntry;
import io.millrace.replication.MemberSet;
import io.millrace.replication.MemberState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Everything that was ever appended, acknowledged and shown, by all members, whatever became of it: the checks are
 * against this and not against what a member knows. A set of positions names messages only because no position ever
 * names two, which is the first check.
 */
final class History {

    /** A source of an epoch, with what its log had when it became one. */
    private record Lead(Epoch epoch, long copyId, Set<Long> held, Set<Epoch> losses) {}

    /** A segment; a number that a member led may be used once more by it, for a segment that stays empty. */
    private record Beginning(long segment, Epoch epoch) {}

    /** What a copy has acknowledged at most. */
    private static final class Held {
        private long mapped;
        private long synced;
    }

    private final Map<Epoch, Map<Long, Held>> heard = new HashMap<>();
    private final Map<Long, Long> messages = new HashMap<>();
    private final Map<Beginning, Long> segmentChains = new HashMap<>();
    private final Map<Long, Epoch> acknowledged = new LinkedHashMap<>();
    private final Set<Long> shownDegraded = new HashSet<>();
    private final Set<Long> halfEnds = new HashSet<>();
    private final Set<Long> halvesLeft = new HashSet<>();
    private final List<Lead> leads = new ArrayList<>();
    private final Set<Epoch> ledEpochs = new HashSet<>();

    /** The promotions that accepted losses and that an epoch follows; one that does not follow them is another line. */
    private final Map<Epoch, Set<Epoch>> lossesBefore = new HashMap<>();

    private final Map<Integer, Long> leaders = new HashMap<>();
    private final Set<Epoch> lossy = new TreeSet<>();
    private long numbers;

    static long chainOf(long former, long number, Epoch epoch) {
        return ModelFrame.mix(former, ModelFrame.mix(number, epoch.round() << 5 | epoch.leader()));
    }

    /** Returns a number that was never given. */
    long nextNumber() {
        return ++numbers;
    }

    int acknowledgedCount() {
        return acknowledged.size();
    }

    int lossyCount() {
        return lossy.size();
    }

    /** Checks that a segment of one epoch always has the same history before it. */
    void begun(ModelSegment segment) {
        Beginning key = new Beginning(segment.number(), segment.epoch());
        Long chain = segmentChains.putIfAbsent(key, segment.chain(ModelSegment.START));
        if (chain != null && chain != segment.chain(ModelSegment.START)) {
            throw new ViolationException(
                    "a segment follows two histories segment=" + segment.number() + " epoch=" + segment.epoch());
        }
    }

    /** Returns the value of everything before a segment that was begun somewhere. */
    long chainAt(long number, Epoch epoch) {
        return segmentChains.get(new Beginning(number, epoch));
    }

    void appended(long position, long message) {
        Long former = messages.put(position, message);
        if (former != null) {
            throw new ViolationException("an index names two messages index=" + LogPosition.toText(position) + " one="
                    + former + " other=" + message);
        }
    }

    void copied(long position, long message) {
        Long former = messages.get(position);
        if (former == null || former != message) {
            throw new ViolationException("a copy has another message than was appended there index="
                    + LogPosition.toText(position) + " appended=" + former + " copy=" + message);
        }
    }

    /** Notes that an epoch ended within a batch that a loss of power had left. */
    void halfEnd(long position) {
        halfEnds.add(position);
    }

    /** Notes that a loss of power has left half a batch at the end of a log. */
    void halfLeft(long position) {
        halvesLeft.add(position);
    }

    boolean isHalfEnd(long position) {
        return halfEnds.contains(position);
    }

    /** Checks a source that begins: its number, its epoch, and that it has everything that was acknowledged. */
    void led(Epoch epoch, long copyId, ModelLog log, boolean isLossy) {
        Long former = leaders.putIfAbsent(epoch.leader(), copyId);
        if (former != null && former != copyId) {
            throw new ViolationException("the number of a leader was given to another member number=" + epoch.leader());
        }
        if (isLossy) {
            lossy.add(epoch);
        }
        Set<Long> held = new HashSet<>();
        Set<Epoch> losses = new TreeSet<>();
        for (ModelSegment segment : log.segments()) {
            if (lossy.contains(segment.epoch())) {
                losses.add(segment.epoch());
            }
            for (int i = 0; i < segment.frames(); i++) {
                held.add(segment.position(segment.start(i)));
            }
        }
        Lead lead = new Lead(epoch, copyId, held, losses);
        lossesBefore.put(epoch, losses);
        if (!ledEpochs.add(epoch)) {
            throw new ViolationException("an epoch has two sources epoch=" + epoch);
        }
        leads.add(lead);
        acknowledged.forEach((position, when) -> demand(lead, position, when));
    }

    /** Forgets what a member led whose disk is lost: it cannot be read any more. */
    void lost(long copyId) {
        leads.removeIf(lead -> lead.copyId() == copyId);
    }

    private void demand(Lead lead, long position, Epoch when) {
        boolean isAsked = when.compareTo(lead.epoch()) < 0 && lead.losses().equals(lossesBefore.get(when));
        if (isAsked && !lead.held().contains(position)) {
            throw new ViolationException("an acknowledged message is lost index=" + LogPosition.toText(position)
                    + " acknowledgedIn=" + when + " source=" + lead.epoch());
        }
    }

    /** Notes what a copy has acknowledged to the source of an epoch. */
    void heard(Epoch epoch, long copyId, long mapped, long synced) {
        Held held = heard.computeIfAbsent(epoch, _ -> new HashMap<>()).computeIfAbsent(copyId, _ -> new Held());
        held.mapped = Math.max(held.mapped, mapped);
        held.synced = Math.max(held.synced, synced);
    }

    /** Checks that what a source acknowledges was acknowledged by as many copies as each set asks. */
    void demandHolders(MemberState source, long certain, long ownSynced) {
        demandHolders(source, source.configuration().present(), certain, ownSynced);
        if (source.configuration().previous() != null) {
            demandHolders(source, source.configuration().previous(), certain, ownSynced);
        }
    }

    private void demandHolders(MemberState source, MemberSet set, long certain, long ownSynced) {
        boolean isSynced = set.level() == Durability.SYNCED;
        Map<Long, Held> copies = heard.getOrDefault(source.promised(), Map.of());
        int count = 0;
        for (MemberEntry member : set.members()) {
            Held held = member.copyId() == source.copyId() ? null : copies.get(member.copyId());
            count += held != null && (isSynced ? held.synced : held.mapped) >= certain ? 1 : 0;
        }
        if (count < set.count() || (isSynced && ownSynced < certain)) {
            throw new ViolationException("a source acknowledges what too few members hold end="
                    + LogPosition.toText(certain) + " copies=" + count + " asked=" + set.count() + " level="
                    + set.level() + " ownSynced=" + LogPosition.toText(ownSynced));
        }
    }

    /** Takes what a source has acknowledged: it must be in the log of each source of a later epoch. */
    void acknowledged(ModelLog log, Epoch epoch, long from) {
        for (ModelSegment segment : log.segmentsFrom(from)) {
            for (int i = 0; i < segment.frames(); i++) {
                long position = segment.position(segment.start(i));
                if (position >= log.mark()) {
                    return;
                }
                if (position >= log.certain()) {
                    shownDegraded.add(position);
                } else {
                    acknowledge(position, epoch);
                }
            }
        }
    }

    private void acknowledge(long position, Epoch epoch) {
        Epoch former = acknowledged.get(position);
        if (former != null && former.compareTo(epoch) >= 0) {
            return;
        }
        acknowledged.put(position, epoch);
        for (Lead lead : leads) {
            demand(lead, position, epoch);
        }
    }

    /** Checks what readers that stop at the mark of a log may read now. */
    void shown(ModelLog log, long from) {
        if (log.end() == LogPosition.NONE) {
            return;
        }
        for (ModelSegment segment : log.segmentsFrom(from)) {
            for (int i = 0; i < segment.frames(); i++) {
                long position = segment.position(segment.start(i));
                if (position >= log.mark()) {
                    break;
                }
                boolean isAcknowledged = acknowledged.containsKey(position);
                if (!isAcknowledged && (position < log.certain() || !shownDegraded.contains(position))) {
                    throw new ViolationException(
                            "a reader sees what no source has acknowledged index=" + LogPosition.toText(position)
                                    + " mark=" + LogPosition.toText(log.mark()) + " certain="
                                    + LogPosition.toText(log.certain()));
                }
            }
        }
        long shown = Math.min(log.mark(), log.end());
        if (!log.isBetweenBatches(shown)) {
            throw new ViolationException("a reader sees half a batch mark=" + LogPosition.toText(shown));
        }
    }

    /** Checks what readers without a limit see. */
    void published(ModelLog log) {
        if (!log.isBetweenBatches(log.end()) && !halvesLeft.contains(log.end())) {
            throw new ViolationException("half a batch is published end=" + LogPosition.toText(log.end()));
        }
    }

    /** Checks that what is set aside was not shown as acknowledged, unless a loss was accepted since. */
    void cut(ModelLog log, long from) {
        if (leads.isEmpty()) {
            return;
        }
        Lead newest = leads.getFirst();
        for (Lead lead : leads) {
            newest = lead.epoch().compareTo(newest.epoch()) > 0 ? lead : newest;
        }
        for (ModelSegment segment : log.segments()) {
            for (int i = 0; i < segment.frames(); i++) {
                long position = segment.position(segment.start(i));
                Epoch when = acknowledged.get(position);
                if (position >= from && when != null) {
                    demand(newest, position, when);
                }
            }
        }
    }
}
