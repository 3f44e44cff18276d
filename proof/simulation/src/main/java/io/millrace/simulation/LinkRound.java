package io.millrace.simulation;

import io.millrace.journal.Appender;
import io.millrace.journal.Durability;
import io.millrace.journal.Journal;
import io.millrace.net.LinkOptions;
import io.millrace.net.TlsIdentity;
import io.millrace.prove.LinkProxy;
import io.millrace.prove.ProofCertificate;
import io.millrace.replication.Losses;
import io.millrace.replication.Member;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Members over real links, which the simulation has not: a source and two copies of which one must hold what is
 * acknowledged, with TLS in most rounds. The network to one copy stalls, drops what is sent, or ends connections, while
 * the source sends more than all buffers on the way hold. The other copy must receive and acknowledge everything
 * meanwhile. At last it is promoted during such a fault, and the source must be fenced though a link of it is silent.
 */
final class LinkRound {

    /** Not every machine is idle; a source that stands still does so for longer. */
    private static final long WITHIN_NS = TimeUnit.SECONDS.toNanos(180);

    private static final long LOOK_NS = 5_000_000;
    private static final int MESSAGE_BYTES = 10_000;

    /** More than buffers of two connections of TCP have, which take some megabytes of each. */
    private static final int MANY = 1_500;

    private static final int MOST_FAULTS = 2;
    private static final LinkProxy.State[] FAULTS = {
        LinkProxy.State.HOLD, LinkProxy.State.HOLD, LinkProxy.State.LOSE, LinkProxy.State.CUT
    };

    private final Path scratch;
    private final long seed;
    private final SplittableRandom random;
    private final boolean isSecured;
    private final Links kind;
    private final StringBuilder done = new StringBuilder();
    private final List<LinkMember> members = new ArrayList<>();
    private long appended;
    private long lastIndex;

    /** What kind of links a round has. */
    enum Links {
        /** Most have TLS, and the seed says what becomes of what is sent. */
        BY_SEED,
        /** They have TLS, and one at least drops what is sent, without its sides being told. */
        TLS_WITH_DROPS
    }

    private LinkRound(Path scratch, long seed, Links links) {
        this.scratch = scratch;
        this.seed = seed;
        this.kind = links;
        this.random = new SplittableRandom(seed);
        boolean chosen = random.nextInt(4) > 0;
        this.isSecured = chosen || links == Links.TLS_WITH_DROPS;
    }

    /**
     * Runs a round.
     *
     * @param scratch an empty directory
     * @param links what kind of links it has
     * @return what was done, for people
     * @throws ViolationException if a member stands still or lacks something
     */
    static String run(Path scratch, long seed, Links links) throws IOException, InterruptedException {
        LinkRound round = new LinkRound(scratch, seed, links);
        try {
            round.run();
            return (round.isSecured ? "TLS" : "plain") + round.done;
        } catch (ViolationException e) {
            throw new ViolationException(
                    e.getMessage() + " done=" + round.done + " tls=" + round.isSecured + " members=" + round.members
                            + " seed=" + seed,
                    e);
        } finally {
            round.members.reversed().forEach(LinkMember::close);
        }
    }

    private void run() throws IOException, InterruptedException {
        LinkOptions links = LinkOptions.defaults();
        if (isSecured) {
            ProofCertificate made = ProofCertificate.make(Files.createDirectories(scratch), List.of("ip:127.0.0.1"));
            links = links.withTls(TlsIdentity.ofPem(made.certificate(), made.key(), made.certificate()));
        }
        LinkMember source = add("source", links);
        try (Journal journal = Journal.open(source.directory(), LinkMember.OPTIONS);
                Appender appender = journal.appender();
                LinkProxy other = LinkProxy.start("127.0.0.1", source.listens().port())) {
            source.open(List.of());
            source.node().order(member -> {
                source.log().becomeSource();
                member.found(1, Durability.MAPPED);
                source.log().attach(journal);
            });
            LinkMember first = add("first", links);
            first.open(List.of(source.address()));
            LinkMember second = add("second", links);
            second.open(List.of("127.0.0.1:" + other.port()));
            await("copies do not follow", () -> first.isStreaming() && second.isStreaming() && areSettled(source));
            if (kind == Links.TLS_WITH_DROPS) {
                disturb(source, source.proxy(), appender, LinkProxy.State.LOSE);
                heal(source, first, second);
            }
            for (int faults = random.nextInt(MOST_FAULTS + 1); faults > 0; faults--) {
                disturb(source, source.proxy(), appender, chosen());
                heal(source, first, second);
            }
            LinkProxy.State last = chosen();
            disturb(source, source.proxy(), appender, last);
            promote(second, source);
            done.append(" promoted-during-").append(last);
        }
        compare();
    }

    private LinkMember add(String name, LinkOptions links) throws IOException {
        LinkMember member = new LinkMember(name, scratch, links);
        members.add(member);
        return member;
    }

    private static boolean areSettled(LinkMember source) {
        return source.node().ask(member -> {
            var configuration = member.state().configuration();
            return !configuration.isChanging()
                    && configuration.present().members().size() == 3;
        });
    }

    /** Disturbs the links by a proxy of the source while much is appended, which the other copy must acknowledge. */
    private void disturb(LinkMember source, LinkProxy proxy, Appender appender, LinkProxy.State state) {
        done.append(' ').append(state);
        proxy.set(state);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment message = arena.allocate(MESSAGE_BYTES, Long.BYTES);
            for (int i = 0; i < MANY; i++) {
                message.set(ValueLayout.JAVA_LONG, 0, appended++);
                lastIndex = appender.append(message, 0, MESSAGE_BYTES);
            }
        }
        LockSupport.parkNanos(2 * LinkMember.DEAD_AFTER_NS); // the silent link is ended by now
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment message = arena.allocate(MESSAGE_BYTES, Long.BYTES);
            message.set(ValueLayout.JAVA_LONG, 0, appended++);
            lastIndex = appender.append(message, 0, MESSAGE_BYTES);
        }
        await(
                "the source stands still beside a silent copy",
                () -> source.node().ask(_ -> source.log().certain()) > lastIndex);
    }

    private LinkProxy.State chosen() {
        return FAULTS[random.nextInt(FAULTS.length)];
    }

    private void heal(LinkMember source, LinkMember first, LinkMember second) {
        source.proxy().set(LinkProxy.State.PASS);
        await("a copy does not follow again", () -> first.isStreaming() && second.isStreaming());
    }

    /**
     * Promotes a copy, again where a link has ended meanwhile, as links do on a machine that stops for a second; the
     * source is fenced, whatever becomes of its other links.
     */
    private void promote(LinkMember copy, LinkMember source) {
        await("a copy is not promoted", () -> copy.node().ask(LinkRound::isPromoted));
        await("a source is not fenced", () -> !source.isSource());
    }

    /** Returns whether a member is the source; orders its promotion where none is under way. */
    private static boolean isPromoted(Member member) {
        if (!member.isSource() && !member.isCandidate()) {
            member.promote(Losses.REFUSED);
        }
        return member.isSource();
    }

    /** Heals everything, and compares what all members have: nothing acknowledged is lost, and all are equal. */
    private void compare() {
        members.forEach(member -> member.proxy().set(LinkProxy.State.PASS));
        LinkMember leader = members.getLast();
        await(
                "members do not follow the new source",
                () -> members.stream().allMatch(member -> member == leader || isLevel(member, leader)));
        List<Long> expected = leader.numbers();
        for (long number = 0; number < appended; number++) {
            if (number >= expected.size() || expected.get((int) number) != number) {
                throw new ViolationException("an acknowledged message is lost number=" + number + " of=" + appended
                        + " has=" + expected.size() + " seed=" + seed);
            }
        }
        for (LinkMember member : members) {
            if (!member.numbers().equals(expected)) {
                throw new ViolationException("members differ name=" + member.name() + " seed=" + seed);
            }
        }
    }

    private static boolean isLevel(LinkMember member, LinkMember leader) {
        long end = leader.node().ask(_ -> leader.log().end());
        return member.isStreaming() && member.node().ask(_ -> member.log().end()) == end;
    }

    private void await(String what, BooleanSupplier condition) {
        long untilNs = System.nanoTime() + WITHIN_NS;
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - untilNs > 0) {
                throw new ViolationException(what + " forSeconds=" + TimeUnit.NANOSECONDS.toSeconds(WITHIN_NS));
            }
            LockSupport.parkNanos(LOOK_NS);
        }
    }
}
