package io.millrace.service;

import io.millrace.wire.Reply;

/** A stock keeper that closes a period when {@value #END} are delivered. */
final class ClosingKeeper implements Stock, StockState, PeriodClosing<StockState> {

    static final String END = "end of period";

    private final StockKeeper keeper;
    private boolean isOver;

    ClosingKeeper(Outputs outputs) {
        keeper = StockKeeper.of(outputs);
    }

    @Override
    public void delivered(String item, int amount) {
        keeper.delivered(item, amount);
        isOver = item.equals(END);
    }

    @Override
    public int take(String item, int amount) {
        return keeper.take(item, amount);
    }

    @Override
    public Reply<String> order(String item, int amount) {
        return keeper.order(item, amount);
    }

    @Override
    public void paid(long order) {
        keeper.paid(order);
    }

    @Override
    public byte[] picture(int bytes) {
        return keeper.picture(bytes);
    }

    @Override
    public int recurse(int depth) {
        return keeper.recurse(depth);
    }

    @Override
    public String who() {
        return keeper.who();
    }

    @Override
    public int left(String item) {
        return keeper.left(item);
    }

    @Override
    public int writes(String item) {
        return keeper.writes(item);
    }

    @Override
    public int sleeps(int milliseconds) {
        return keeper.sleeps(milliseconds);
    }

    @Override
    public Class<StockState> openingType() {
        return StockState.class;
    }

    @Override
    public boolean isPeriodOver() {
        return isOver;
    }

    @Override
    public void openPeriod(StockState next) {
        isOver = false;
        keeper.snapshot(next);
    }

    @Override
    public void item(String item, int amount) {
        keeper.item(item, amount);
    }

    @Override
    public void waiting(long order, Reply<String> reply) {
        keeper.waiting(order, reply);
    }
}
