package io.millrace.replication;

import io.millrace.journal.Durability;
import io.millrace.journal.Epoch;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Changes of the configuration at a source, one at a time and by two sets. From the first moment on, what is
 * acknowledged is held as both sets ask. The change is in force once so many former members have stored it that every
 * promotion among them finds it, and so many future members hold everything up to the source's end at the change that
 * every promotion among them finds that.
 */
final class ConfigurationChange {

    private final LocalState local;
    private final Acknowledgements acknowledgements;
    private final long epochStart;

    /** Acknowledgements count for a set only from members that know it. */
    private ConfigurationVersion presentFrom;

    private ConfigurationVersion previousFrom;
    private long endAtChange;

    /** The members that an operator knows to be lost for good: they lead nothing, so no change waits for them. */
    private final Set<Long> lost = new HashSet<>();

    ConfigurationChange(LocalState local, Acknowledgements acknowledgements, long epochStart) {
        this.local = local;
        this.acknowledgements = acknowledgements;
        this.epochStart = epochStart;
        presentFrom = configuration().version();
        previousFrom = presentFrom;
        endAtChange = local.log.end();
    }

    ConfigurationVersion presentFrom() {
        return presentFrom;
    }

    ConfigurationVersion previousFrom() {
        return previousFrom;
    }

    private Configuration configuration() {
        return local.saved().configuration();
    }

    /** Returns the number of the member that joins, which may be new, or -1 if it was refused. */
    int admit(MemberLink link, Message.Join join) {
        Configuration now = configuration();
        if (now.nextNumber() < join.nextNumber()) {
            now = new Configuration(
                    now.inForce().version(), now.present(), now.previous(), join.nextNumber(), now.afterLoss());
            store(now);
        }
        int known = now.numberOf(join.copyId());
        if (known >= 0) {
            return known;
        }
        if (join.number() >= 0) {
            return refuse(
                    link,
                    Refusal.REMOVED,
                    "the member was removed; reset it to join as a new one number=" + join.number());
        }
        return admitNew(link, join, now);
    }

    private int admitNew(MemberLink link, Message.Join join, Configuration now) {
        MemberSet present = now.present();
        MemberEntry former = present.named(join.name());
        if (now.isChanging() || (now.afterLoss() && !haveFollowed(present, former))) {
            return refuse(link, Refusal.CHANGE_UNDER_WAY, "another change is under way version=" + now.version());
        }
        if (former != null) {
            CopyProgress progress = acknowledgements.of(former.number());
            if (former.number() == local.number() || (progress != null && progress.isConnected())) {
                return refuse(link, Refusal.NAME_TAKEN, "a connected member has the name name=" + join.name());
            }
        }
        if (now.nextNumber() > Epoch.MAX_LEADER) {
            return refuse(
                    link, Refusal.NO_NUMBER_LEFT, "all numbers of members were given highest=" + Epoch.MAX_LEADER);
        }
        List<MemberEntry> members = new ArrayList<>(present.members());
        members.remove(former);
        members.add(new MemberEntry(now.nextNumber(), join.name(), join.address(), join.copyId()));
        begin(new MemberSet(members, present.count(), present.level()), now.nextNumber() + 1);
        return now.nextNumber();
    }

    private int refuse(MemberLink link, Refusal refusal, String text) {
        local.listener.event(MemberEvent.REFUSED, text);
        link.send(new Message.Refused(refusal, local.promised(), text));
        return -1;
    }

    private boolean haveFollowed(MemberSet set, MemberEntry except) {
        ConfigurationVersion any = new ConfigurationVersion(local.promised(), 0);
        for (MemberEntry member : set.members()) {
            if (member.number() != local.number()
                    && !member.equals(except)
                    && !lost.contains(member.copyId())
                    && !acknowledgements.hasStored(member.number(), any)) {
                return false;
            }
        }
        return true;
    }

    /** Takes the word of an operator that the disk of a member is lost for good. */
    void declareLost(int number) {
        for (MemberEntry member : configuration().everyone()) {
            if (member.number() == number && number != local.number()) {
                CopyProgress progress = acknowledgements.of(number);
                if (progress != null && progress.isConnected()) {
                    throw new ReplicationException("a connected member is not lost number=" + number);
                }
                lost.add(member.copyId());
                return;
            }
        }
        throw new ReplicationException("only another member can be declared lost number=" + number);
    }

    /** Returns the names of the members for which a change waits, and that are not connected; empty for none. */
    List<String> waitsFor() {
        List<String> names = new ArrayList<>();
        Configuration now = configuration();
        if (!now.isChanging()) {
            return names;
        }
        long needed = Math.max(endAtChange, epochStart);
        for (MemberEntry member : now.everyone()) {
            boolean isFormer = now.previous().identified(member.copyId()) != null;
            boolean isFuture = now.present().identified(member.copyId()) != null;
            boolean stores = !isFormer || acknowledgements.hasStored(member.number(), presentFrom);
            boolean holds = !isFuture || acknowledgements.holds(member, now.present(), presentFrom, needed);
            CopyProgress progress = acknowledgements.of(member.number());
            boolean isConnected = progress != null && progress.isConnected();
            boolean isWaitedFor = member.number() != local.number() && !lost.contains(member.copyId());
            if (isWaitedFor && !isConnected && !(stores && holds)) {
                names.add(member.name());
            }
        }
        return names;
    }

    private int lostBeforeStoring(MemberSet set) {
        int count = 0;
        for (MemberEntry member : set.members()) {
            boolean isLost = lost.contains(member.copyId());
            count += isLost && !acknowledgements.hasStored(member.number(), presentFrom) ? 1 : 0;
        }
        return count;
    }

    private int lostBeforeHolding(MemberSet set, long position) {
        int count = 0;
        for (MemberEntry member : set.members()) {
            boolean isLost = lost.contains(member.copyId());
            count += isLost && !acknowledgements.holds(member, set, presentFrom, position) ? 1 : 0;
        }
        return count;
    }

    /** Removes a member by its name. */
    void remove(String name) {
        MemberSet present = configuration().present();
        MemberEntry member = present.named(name);
        if (member == null || member.number() == local.number()) {
            throw new ReplicationException("only another member can be removed name=" + name);
        }
        List<MemberEntry> members = new ArrayList<>(present.members());
        members.remove(member);
        demand(members.size() > present.count(), "too few members would be left for the count", present.count());
        begin(
                new MemberSet(members, present.count(), present.level()),
                configuration().nextNumber());
    }

    /** Changes how many copies must hold what is acknowledged. */
    void setCount(int count) {
        MemberSet present = configuration().present();
        demand(count < present.members().size(), "there must be more members than the count", count);
        begin(
                new MemberSet(present.members(), count, present.level()),
                configuration().nextNumber());
    }

    /** Changes what an acknowledged message survives. */
    void setLevel(Durability level) {
        MemberSet present = configuration().present();
        begin(
                new MemberSet(present.members(), present.count(), level),
                configuration().nextNumber());
    }

    private static void demand(boolean isMet, String what, int count) {
        if (!isMet) {
            throw new ReplicationException(what + " count=" + count);
        }
    }

    private void begin(MemberSet members, int nextNumber) {
        Configuration now = configuration();
        if (now.isChanging()) {
            throw new ReplicationException("another change is under way version=" + now.version());
        }
        previousFrom = presentFrom;
        endAtChange = local.log.end();
        store(now.changingTo(members, nextNumber));
        presentFrom = configuration().version();
        local.listener.event(
                MemberEvent.CHANGING,
                "the configuration changes version=" + presentFrom + " members="
                        + members.members().stream().map(MemberEntry::name).toList() + " copies=" + members.count()
                        + " level=" + members.level());
    }

    /** Brings the change into force if it can be. */
    void settle() {
        Configuration now = configuration();
        if (now.afterLoss() && haveFollowed(now.present(), null)) {
            store(now.followed());
            now = configuration();
        }
        if (!now.isChanging()) {
            return;
        }
        MemberSet present = now.present();
        long own = present.level() == Durability.SYNCED ? local.log.syncedEnd() : local.log.end();
        long needed = Math.max(endAtChange, epochStart);
        int storing = acknowledgements.storing(now.previous(), presentFrom) + lostBeforeStoring(now.previous());
        int holding = acknowledgements.holding(present, presentFrom, own, needed) + lostBeforeHolding(present, needed);
        if (storing >= now.previous().holders() && holding >= present.holders()) {
            store(now.inForce());
            local.listener.event(
                    MemberEvent.CHANGED,
                    "the configuration is in force version=" + configuration().version());
            dismiss(now);
        }
    }

    private void store(Configuration next) {
        local.save(local.saved().withConfiguration(next));
        for (MemberEntry member : next.everyone()) {
            CopyProgress progress = acknowledgements.of(member.number());
            if (progress != null && progress.isConnected()) {
                progress.link().send(new Message.Configured(local.promised(), next));
            }
        }
    }

    /** Tells members that do not belong to the new set. */
    private void dismiss(Configuration former) {
        for (MemberEntry member : former.previous().members()) {
            CopyProgress progress = acknowledgements.of(member.number());
            if (former.present().identified(member.copyId()) == null && progress != null && progress.isConnected()) {
                MemberLink link = progress.link();
                refuse(link, Refusal.REMOVED, "the member was removed number=" + member.number());
                progress.left();
                link.serve(null, null);
            }
        }
    }
}
