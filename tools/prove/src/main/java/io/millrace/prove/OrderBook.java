package io.millrace.prove;

import io.millrace.channel.EpochNs;
import io.millrace.service.Snapshotting;
import io.millrace.service.Timed;
import io.millrace.wire.Refused;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/** The first component of {@link OrderProof}: accounts, answers and timers. */
final class OrderBook implements OrderCalls, Timed, Snapshotting<OrderBookState>, OrderBookState {

    private final OrderEvents out;
    private final LongSupplier clock;
    private final TreeMap<String, Long> accounts = new TreeMap<>();
    private final TreeMap<Long, String> reminders = new TreeMap<>();

    /** Takes the output and the clock of the node, which says 0 where there is no flaw. */
    OrderBook(OrderEvents out, LongSupplier clock) {
        this.out = out;
        this.clock = clock;
    }

    @Override
    public void deposit(String account, long amount) {
        long balance = accounts.merge(account, amount, Long::sum);
        out.changed(account, balance, clock.getAsLong());
    }

    @Override
    public long take(String account, long amount) {
        long left = accounts.getOrDefault(account, 0L) - amount;
        if (left < 0) {
            throw new Refused("the balance is too low account=" + account + " left=" + left);
        }
        accounts.put(account, left);
        out.changed(account, left, clock.getAsLong());
        return left;
    }

    @Override
    public void remind(String token, Instant at) {
        reminders.merge(EpochNs.of(at), token, (before, another) -> before + "," + another);
    }

    @Override
    public void tick() {}

    @Override
    public long dueNs() {
        return reminders.isEmpty() ? NEVER : reminders.firstKey();
    }

    @Override
    public void due() {
        Map.Entry<Long, String> due = reminders.pollFirstEntry();
        long sum = accounts.values().stream().mapToLong(Long::longValue).sum();
        out.reminded(due.getValue(), EpochNs.toInstant(due.getKey()), sum);
    }

    @Override
    public Class<OrderBookState> snapshotType() {
        return OrderBookState.class;
    }

    @Override
    public void snapshot(OrderBookState state) {
        accounts.forEach(state::account);
        reminders.forEach(state::reminder);
    }

    @Override
    public void account(String account, long balance) {
        accounts.put(account, balance);
    }

    @Override
    public void reminder(long atNs, String token) {
        reminders.put(atNs, token);
    }

    /** Returns the state as text. */
    @Override
    public String toString() {
        return "accounts=" + accounts + " reminders=" + reminders;
    }
}
