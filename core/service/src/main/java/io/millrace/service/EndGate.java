package io.millrace.service;

import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;

/**
 * Ends the services of a cycle: each waits for messages of another one, so none of them sees its inputs end. They are
 * over once every one rests, because its inputs from outside have ended, nothing is due later and it has found nothing,
 * and no message between them is unread.
 *
 * <p>The states of the members are read twice, and between the two what is unread. A member changes its state before
 * it takes an input. So if all states are the same both times, no member has taken or written anything in between, and
 * what was read then holds for all of them at one moment.
 *
 * <p>A cycle may have members in other processes. Then those here are over once, in addition, it is known that the
 * others rest too and nothing is on its way. {@link #rest} is what those have to know of the members here.
 *
 * <p>All methods may be called by any thread, those of a member by the thread of its service.
 */
public final class EndGate {

    /** The gate of services that are in no cycle. */
    static final EndGate NONE = new EndGate(Set.of());

    private final Set<String> channels;
    private final BooleanSupplier elsewhere;
    private final List<Member> members = new CopyOnWriteArrayList<>();
    private volatile boolean over;

    /**
     * Creates a gate that no service has joined yet.
     *
     * @param channels the names of the channels between the services
     */
    public EndGate(Set<String> channels) {
        this(channels, () -> true);
    }

    /**
     * Creates a gate that no service has joined yet, for services of which some run in other processes.
     *
     * @param channels the names of the channels between the services
     * @param elsewhere whether those in other processes are over, if these here rest; asked in each poll of a service
     *     that rests, by several threads
     */
    public EndGate(Set<String> channels, BooleanSupplier elsewhere) {
        this.channels = Set.copyOf(channels);
        this.elsewhere = elsewhere;
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

    /** Returns whether the services here have ended together, or do so in their next poll. Any thread. */
    public boolean isOver() {
        return over;
    }

    /**
     * Returns a number while every service here rests and nothing between them is unread, else nothing. Two equal
     * numbers say that no service has worked in between. Any thread, also before services have joined: none of them
     * rests before it has started, which is after all have joined.
     */
    public OptionalLong rest() {
        int count = members.size();
        if (count == 0) {
            return OptionalLong.empty();
        }
        long[] states = new long[count];
        long sum = 0;
        for (int i = 0; i < count; i++) {
            states[i] = members.get(i).state;
            if (!Member.isRest(states[i])) {
                return OptionalLong.empty();
            }
            sum += states[i]; // a state only grows, so the sum is the same only where all are
        }
        for (Member member : members) {
            if (!member.inputs.isRead(channels)) {
                return OptionalLong.empty();
            }
        }
        for (int i = 0; i < count; i++) {
            if (members.get(i).state != states[i]) {
                return OptionalLong.empty();
            }
        }
        return OptionalLong.of(sum);
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
            over = over || (rest().isPresent() && elsewhere.getAsBoolean());
            return over;
        }
    }
}
