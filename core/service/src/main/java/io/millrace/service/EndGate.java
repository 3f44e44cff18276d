package io.millrace.service;

import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Ends the services of a cycle: each waits for messages of another one, so none of them sees its inputs end. They are
 * over once every one rests, because its inputs from outside have ended, nothing is due later and it has found nothing,
 * and no message between them is unread.
 *
 * <p>The states of the members are read twice, and between the two what is unread. A member changes its state before
 * it takes an input. So if all states are the same both times, no member has taken or written anything in between, and
 * what was read then holds for all of them at one moment.
 *
 * <p>All methods may be called by any thread, those of a member by the thread of its service.
 */
public final class EndGate {

    /** The gate of services that are in no cycle. */
    static final EndGate NONE = new EndGate(Set.of());

    private final Set<String> channels;
    private final List<Member> members = new CopyOnWriteArrayList<>();
    private volatile boolean over;

    /**
     * Creates a gate that no service has joined yet.
     *
     * @param channels the names of the channels between the services
     */
    public EndGate(Set<String> channels) {
        this.channels = Set.copyOf(channels);
    }

    /** Returns whether a channel is between the services. */
    boolean has(String channel) {
        return channels.contains(channel);
    }

    /** Adds a service, before any of them polls. */
    Member join(InputReaders inputs) {
        Member member = new Member(inputs);
        if (!channels.isEmpty()) {
            members.add(member);
        }
        return member;
    }

    private boolean decide() {
        int count = members.size();
        long[] states = new long[count];
        for (int i = 0; i < count; i++) {
            states[i] = members.get(i).state;
            if (!Member.isRest(states[i])) {
                return false;
            }
        }
        for (Member member : members) {
            if (!member.inputs.unread().equals(OptionalLong.of(0))) {
                return false;
            }
        }
        for (int i = 0; i < count; i++) {
            if (members.get(i).state != states[i]) {
                return false;
            }
        }
        return true;
    }

    /** One service at the gate. */
    final class Member {

        private final InputReaders inputs;

        /** Odd while the service rests; written by its thread alone. */
        private volatile long state;

        private Member(InputReaders inputs) {
            this.inputs = inputs;
        }

        private static boolean isRest(long state) {
            return (state & 1) == 1;
        }

        /** States that the service takes an input. */
        @SuppressWarnings("NonAtomicVolatileUpdate") // by one thread
        void works() {
            if (isRest(state)) {
                state++;
            }
        }

        /** States that the service rests; returns whether it may end. */
        @SuppressWarnings("NonAtomicVolatileUpdate") // by one thread
        boolean isOver() {
            if (channels.isEmpty()) {
                return true;
            }
            if (!isRest(state)) {
                state++;
            }
            over = over || decide();
            return over;
        }
    }
}
