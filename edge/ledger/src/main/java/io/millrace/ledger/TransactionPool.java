package io.millrace.ledger;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/** Transactions that wait for a block of this seat. Not thread-safe. */
final class TransactionPool {
    private final ArrayDeque<byte[]> waiting = new ArrayDeque<>();
    private final int most;
    private final BlockLimits limits;

    TransactionPool(int most, BlockLimits limits) {
        this.most = most;
        this.limits = limits;
    }

    /** Returns whether there was room. */
    boolean offer(byte[] transaction) {
        if (transaction.length > limits.payloadBytes()) {
            throw new LedgerException("a transaction is larger than a block may be bytes=" + transaction.length
                    + " most=" + limits.payloadBytes());
        }
        if (waiting.size() >= most) {
            return false;
        }
        waiting.add(transaction.clone());
        return true;
    }

    /** Takes the transactions of a block back, which will never come into the order, before all others. */
    void giveBack(List<byte[]> transactions) {
        for (int i = transactions.size() - 1; i >= 0; i--) {
            waiting.addFirst(transactions.get(i));
        }
    }

    int size() {
        return waiting.size();
    }

    /** Takes as many as a block may have. */
    List<byte[]> take() {
        List<byte[]> taken = new ArrayList<>();
        int left = limits.payloadBytes();
        while (!waiting.isEmpty() && taken.size() < limits.transactions() && waiting.getFirst().length <= left) {
            byte[] next = waiting.removeFirst();
            left -= next.length;
            taken.add(next);
        }
        return taken;
    }
}
