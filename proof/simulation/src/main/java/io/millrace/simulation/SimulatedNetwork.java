package io.millrace.simulation;

import io.millrace.replication.MemberLink;
import io.millrace.replication.MessageCodec;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Connections between hosts, which are delayed, cut at any message, and blocked in one direction or both. */
final class SimulatedNetwork {

    private final Schedule schedule;
    private final Plan plan;
    private final RandomGenerator random;
    private final List<Host> hosts;
    private final List<ConnectionEnd> ends = new ArrayList<>();
    private final Wires wires;
    private final ByteBuffer buffer = ByteBuffer.allocate(MessageCodec.LONGEST_MESSAGE);

    SimulatedNetwork(Schedule schedule, Plan plan, RandomGenerator random, List<Host> hosts) {
        this.schedule = schedule;
        this.plan = plan;
        this.random = random;
        this.hosts = hosts;
        wires = new Wires(plan.hosts(), plan.delayNs(), random);
    }

    Schedule schedule() {
        return schedule;
    }

    Plan plan() {
        return plan;
    }

    RandomGenerator random() {
        return random;
    }

    /** Returns an empty buffer for one message. */
    ByteBuffer buffer() {
        return buffer.clear();
    }

    long delayNs() {
        return wires.delayNs();
    }

    boolean isReachable(Host from, Host to) {
        return wires.isReachable(from.index(), to.index());
    }

    void block(Host from, Host to) {
        wires.block(from.index(), to.index());
    }

    void unblock(Host from, Host to) {
        wires.unblock(from.index(), to.index());
    }

    void heal() {
        wires.heal();
    }

    /** Returns the open ends of a host. */
    List<ConnectionEnd> endsOf(Host host) {
        List<ConnectionEnd> found = new ArrayList<>();
        for (ConnectionEnd end : ends) {
            if (end.host() == host) {
                found.add(end);
            }
        }
        return found;
    }

    void forget(ConnectionEnd end) {
        ends.remove(end);
    }

    /** Ends a connection at both ends, with the loss of some of what is on the way. */
    boolean cutAny() {
        if (ends.isEmpty()) {
            return false;
        }
        ConnectionEnd end = ends.get(random.nextInt(ends.size()));
        end.end();
        end.other().end();
        return true;
    }

    /** Begins to connect for a host; the end of the attempt is reported to it. */
    void connect(Host from, String address) {
        int incarnation = from.incarnation();
        schedule.after(delayNs(), () -> {
            if (from.isUp(incarnation)) {
                attempt(from, host(address));
            }
        });
    }

    private Host host(String address) {
        return hosts.stream()
                .filter(host -> Plan.address(host.index()).equals(address))
                .findFirst()
                .orElseThrow();
    }

    private void attempt(Host from, Host to) {
        int incarnation = from.incarnation();
        boolean isReachable = isReachable(from, to) && isReachable(to, from);
        if (!isReachable || !to.isUp()) {
            long failedNs = isReachable ? delayNs() : random.nextLong(20, 400) * Plan.MS_NS;
            schedule.after(failedNs, () -> {
                if (from.isUp(incarnation)) {
                    from.enter(member -> member.notConnected(Plan.address(to.index())));
                }
            });
            return;
        }
        ConnectionEnd near = new ConnectionEnd(this, from);
        ConnectionEnd far = new ConnectionEnd(this, to);
        ConnectionEnd.pair(near, far);
        ends.add(far);
        to.enter(member -> {
            MemberLink link = member.accepted(far);
            far.introduce(link);
        });
        schedule.after(delayNs(), () -> {
            if (from.isUp(incarnation)) {
                ends.add(near);
                from.enter(member -> near.introduce(member.connected(Plan.address(to.index()), near)));
            } else if (far.isOpen()) {
                far.end();
            }
        });
    }
}
