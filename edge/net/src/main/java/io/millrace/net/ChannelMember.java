package io.millrace.net;

import io.millrace.journal.JournalOptions;
import io.millrace.journal.RetentionPolicy;
import io.millrace.replication.FileMemberStore;
import io.millrace.replication.JournalLog;
import io.millrace.replication.Member;
import io.millrace.replication.MemberEvent;
import io.millrace.replication.MemberOptions;
import io.millrace.replication.MissingPolicy;
import io.millrace.topology.HostChannel;
import io.millrace.topology.HostPlan;
import io.millrace.topology.HostSpec;
import io.millrace.topology.HostTransport;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What a host knows of the member of one of its channels: its names, its files and what it tells people. */
record ChannelMember(HostPlan plan, String channel, HostTransport.Settings settings, LinkOptions options) {

    private static final long SECOND_NS = 1_000_000_000;
    private static final Set<MemberEvent> TOLD = EnumSet.of(
            MemberEvent.CLOCK_DIFFERS,
            MemberEvent.REFUSED,
            MemberEvent.FENCED,
            MemberEvent.PROMOTED,
            MemberEvent.DEGRADED,
            MemberEvent.RESTORED,
            MemberEvent.STOPPED,
            MemberEvent.NOT_WHOLE,
            MemberEvent.WHOLE,
            MemberEvent.FAILED,
            MemberEvent.RECOVERED,
            MemberEvent.BROKEN);

    Path directory() {
        return settings.directory().resolve(channel);
    }

    JournalLog openLog(FileMemberStore store) {
        // What is read here has no named positions, so a copy removes only what the host says to its spare.
        JournalOptions journal = settings.journals().get(channel).withRetention(RetentionPolicy.keepAll());
        return JournalLog.open(directory(), journal, store);
    }

    /** Returns the choices of the member, which asks these machines first for the source. */
    MemberOptions member(List<String> sites) {
        List<String> seeds = sites.stream().map(this::address).toList();
        MemberOptions usual = MemberOptions.of(plan.site(), address(plan.site()), seeds, missing());
        return new MemberOptions(
                usual.name(),
                usual.address(),
                usual.seeds(),
                usual.missing(),
                usual.heartbeatNs(),
                usual.deadAfterNs(),
                usual.answerNs(),
                usual.retryNs(),
                SECOND_NS,
                usual.runBytes());
    }

    /** Returns what links that this member opens say of it. */
    RouteHeader.Sender sender() {
        return RouteHeader.Sender.of(plan.site(), settings.topology());
    }

    /** Returns the state of a member that needs an operator; empty where none does. */
    Optional<String> trouble(Member member) {
        if (member.stopped() != null) {
            return Optional.of(HostChannel.STOPPED + member.stopped());
        }
        if (member.failure() != null) {
            return Optional.of(HostChannel.FAILED + member.failure());
        }
        return member.state().whole()
                ? Optional.empty()
                : Optional.of(HostChannel.NOT_WHOLE
                        + "this machine went down or was restored, and what it may lack has not come again");
    }

    private MissingPolicy missing() {
        HostSpec host = plan.hosts().get(plan.host());
        return host.degradeAfter()
                .map(Duration::toNanos)
                .<MissingPolicy>map(MissingPolicy.Degrade::new)
                .orElse(new MissingPolicy.Wait(SECOND_NS));
    }

    /** Returns the other sites of the host that writes the channel. */
    List<String> otherSites(String writer) {
        return plan.sites(writer).stream()
                .filter(site -> !site.equals(plan.site()))
                .toList();
    }

    String address(String host) {
        return RouteHeader.address(plan.hosts().get(host).address(), channel);
    }

    void event(MemberEvent event, String text) {
        System.getLogger(ChannelMember.class.getPackageName())
                .log(System.Logger.Level.DEBUG, "channel=" + channel + " " + event + " " + text);
        if (TOLD.contains(event)) {
            String remedy = event == MemberEvent.FENCED && plan.otherSite().isPresent()
                    ? "; the spare was promoted, and 'millrace reset FILE --host " + plan.host() + " --data "
                            + settings.directory() + "' lets this machine stand by"
                    : "";
            settings.notices().accept("host " + plan.site() + ", channel " + channel + ": " + text + remedy);
        }
    }
}
