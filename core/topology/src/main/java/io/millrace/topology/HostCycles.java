package io.millrace.topology;

import io.millrace.channel.JournalChannel;
import io.millrace.journal.JournalException;
import io.millrace.service.EndGate;
import io.millrace.topology.HostCycle.State;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Ends the cycles of which some components run on this host and some on others. Each host of the cycle asks the others
 * again and again, while its own components rest. The cycle is over once all hosts say in two rounds that theirs rest,
 * with the same numbers, and each channel between them has the same last index where it is written and where it is
 * read. The second round begins when the first is over, so there is a moment at which all of them rest and nothing is
 * on its way; and what rests with nothing to read does not begin again. This is the double count of Mattern (Algorithms
 * for distributed termination detection, 1987), with indexes instead of counters.
 *
 * <p>Nothing is asked while the components here work, and less often while those of others do.
 *
 * <p>A host believes another one that says so, and the end of a channel of the cycle that it receives, since that is
 * written only when the cycle is over. So it ends also when the others have gone.
 */
final class HostCycles {

    /** The most rounds of {@link HostRun} in which the other hosts are not asked. */
    private static final int LONGEST_PAUSE = 16;

    private final long run = UUID.randomUUID().getMostSignificantBits();
    private final Map<Set<String>, Cycle> cycles = new LinkedHashMap<>();
    private final Function<String, JournalChannel> open;
    private final Predicate<String> ended;

    /**
     * Finds the cycles of a host.
     *
     * @param whole the topology of all hosts
     * @param plan what this host does
     * @param open gives an open channel that is sent or received by its name; asked in any thread
     * @param ended whether a channel that is received has an end which is believed
     */
    HostCycles(Topology whole, HostPlan plan, Function<String, JournalChannel> open, Predicate<String> ended) {
        this.open = open;
        this.ended = ended;
        for (String component : plan.part().components().keySet()) {
            Set<String> channels = TopologyCycles.channelsOfCycle(whole, component);
            Set<String> others = new TreeSet<>();
            channels.forEach(channel -> others.add(
                    TopologyHosts.hostOf(whole, whole.writerOf(channel).orElseThrow())
                            .orElseThrow()));
            others.remove(plan.host());
            if (!others.isEmpty()) {
                cycles.computeIfAbsent(channels, _ -> new Cycle(channels, others, plan));
            }
        }
    }

    boolean isEmpty() {
        return cycles.isEmpty();
    }

    /** Returns the gate of components with these channels between them. */
    EndGate gate(Set<String> channels) {
        Cycle cycle = cycles.get(channels);
        return cycle == null ? new EndGate(channels) : cycle.gate;
    }

    /** Returns how the components are that run here, once all of them have joined their gates. Any thread. */
    List<HostCycle> states() {
        return cycles.values().stream().map(Cycle::state).toList();
    }

    /** Takes a round: asks the other hosts of the cycles whose components rest here. One thread. */
    void round(Function<String, Optional<HostStatus>> hosts) {
        for (Cycle cycle : cycles.values()) {
            cycle.round(hosts);
        }
    }

    private final class Cycle {

        private final String name;
        private final Set<String> others;
        private final List<String> between = new ArrayList<>();
        private final List<String> received = new ArrayList<>();
        private final EndGate gate;
        private volatile boolean overElsewhere;
        private List<HostCycle> before = List.of();
        private HostCycle ownBefore;

        /** The other hosts are asked in each of so many rounds, more while they work and nothing comes from them. */
        private int pause = 1;

        private int rounds;

        Cycle(Set<String> channels, Set<String> others, HostPlan plan) {
            this.name = channels.iterator().next();
            this.others = others;
            for (String channel : channels) {
                if (plan.received().containsKey(channel)) {
                    received.add(channel);
                }
                if (plan.received().containsKey(channel) || plan.sent().containsKey(channel)) {
                    between.add(channel);
                }
            }
            this.gate = new EndGate(channels, () -> overElsewhere);
        }

        HostCycle state() {
            OptionalLong rest = gate.rest();
            SequencedMap<String, Long> last = new LinkedHashMap<>();
            try {
                for (String channel : between) {
                    last.put(
                            channel, open.apply(channel).journal().orElseThrow().lastIndex());
                }
            } catch (JournalException e) { // it was closed, since the host ends or its spare was promoted
                rest = OptionalLong.empty();
            }
            HostCycle.State state = rest.isPresent() && rest.equals(gate.rest()) ? State.RESTS : State.WORKS;
            return new HostCycle(
                    name, run, gate.isOver() ? State.OVER : state, state == State.RESTS ? rest.getAsLong() : 0, last);
        }

        void round(Function<String, Optional<HostStatus>> hosts) {
            HostCycle own = state();
            boolean hasRested = own.state() == State.RESTS && own.equals(ownBefore);
            ownBefore = own;
            if (!hasRested || overElsewhere) {
                before = List.of();
                pause = 1;
                return;
            }
            if (++rounds % pause != 0) {
                return;
            }
            List<HostCycle> now = new ArrayList<>(List.of(own));
            boolean isOver = received.stream().anyMatch(ended);
            for (String other : others) {
                Optional<HostCycle> state = hosts.apply(other).flatMap(this::in);
                isOver |= state.isPresent() && state.get().state() == State.OVER;
                state.ifPresent(now::add);
            }
            overElsewhere = isOver || (now.size() == others.size() + 1 && isOver(before, now));
            before = now;
            boolean mayBeOver = now.stream().allMatch(cycle -> cycle.state() == State.RESTS);
            pause = mayBeOver ? 1 : Math.min(2 * pause, LONGEST_PAUSE);
        }

        private Optional<HostCycle> in(HostStatus status) {
            return status.cycles().stream()
                    .filter(cycle -> cycle.name().equals(name))
                    .findFirst();
        }
    }

    /** Returns whether a cycle is over, from what all its hosts said in two rounds, one after the other. */
    static boolean isOver(List<HostCycle> before, List<HostCycle> now) {
        return now.stream().allMatch(state -> state.state() == State.RESTS)
                && now.equals(before)
                && isNothingOnItsWay(now);
    }

    private static boolean isNothingOnItsWay(List<HostCycle> states) {
        Map<String, Long> last = new HashMap<>();
        return states.stream()
                .flatMap(state -> state.last().entrySet().stream())
                .allMatch(channel -> {
                    Long other = last.putIfAbsent(channel.getKey(), channel.getValue());
                    return other == null || Objects.equals(other, channel.getValue());
                });
    }
}
