package io.millrace.remote;

import io.millrace.interaction.InteractionException;
import io.millrace.interaction.MapEntry;
import io.millrace.interaction.UpdateVisitor;

/** Takes from stock what is there and says how much is left. */
record Take(long amount) implements UpdateVisitor<MapEntry<String, Stock>, Long> {

    @Override
    public Long visit(MapEntry<String, Stock> entry) {
        Stock stock = entry.value();
        if (stock == null || stock.amount() < amount) {
            throw new InteractionException("there is not enough key=" + entry.key() + " amount=" + amount);
        }
        long left = stock.amount() - amount;
        entry.set(left == 0 ? null : new Stock(left, stock.place()));
        return left;
    }
}
