package io.millrace.examples.town;

import io.millrace.wire.Refused;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Keeps how many likes people have. Everybody begins with {@value #FIRST}. */
public final class Likes implements Gifts, Members {

    static final long FIRST = 100;

    /** More than there can be. */
    private static final long MOST = Long.MAX_VALUE / 2;

    private final Balances out;
    private final Map<String, Long> balances = new TreeMap<>();
    private final Map<String, List<Gift>> batches = new TreeMap<>();

    private record Gift(String to, long likes) {}

    /** Takes the output. */
    public Likes(Balances out) {
        this.out = out;
    }

    @Override
    public void startBatch(String by) {
        batches.put(by, new ArrayList<>());
    }

    @Override
    public void give(String by, String to, long likes) {
        Gift gift = new Gift(to, likes);
        List<Gift> batch = batches.get(by);
        if (batch == null) {
            giveAll(by, List.of(gift));
        } else {
            batch.add(gift);
        }
    }

    @Override
    public void endBatch(String by) {
        List<Gift> batch = batches.remove(by);
        if (batch != null) {
            giveAll(by, batch);
        }
    }

    @Override
    public long offer(String by, String to, long likes) {
        if (likes < 1 || likes > balance(by)) {
            throw new Refused("likes are given that one has has=" + balance(by) + " likes=" + likes);
        }
        giveAll(by, List.of(new Gift(to, likes)));
        return balance(by);
    }

    @Override
    public long likes(String of) {
        return balance(of);
    }

    private void giveAll(String by, List<Gift> gifts) {
        long needed = 0;
        for (Gift gift : gifts) {
            long likes = Math.max(0, gift.likes());
            needed = likes > MOST - needed ? MOST : needed + likes;
        }
        long left = balance(by) - needed;
        if (left < 0) {
            out.onRefused(new Shortage(by, -left));
            return;
        }
        for (Gift gift : gifts) {
            if (gift.likes() > 0) {
                balances.put(by, balance(by) - gift.likes());
                balances.put(gift.to(), balance(gift.to()) + gift.likes());
                out.onBalance(new Balance(gift.to(), balance(gift.to())));
            }
        }
        out.onBalance(new Balance(by, balance(by)));
    }

    private long balance(String of) {
        return balances.getOrDefault(of, FIRST);
    }
}
