package io.millrace.service;

import java.util.Map;
import java.util.TreeMap;

/** Keeps accounts, and closes a period at the end of each day. */
final class Ledger implements Bookings, Balances, PeriodClosing<Balances> {

    private final Statements out;
    private final Map<Long, Long> balances = new TreeMap<>();
    private long day;
    private long turnover;
    private boolean dayIsOver;

    Ledger(Statements out) {
        this.out = out;
    }

    @Override
    public void book(long account, long amount) {
        long balance = balances.merge(account, amount, Long::sum);
        turnover += Math.abs(amount);
        if (amount != 0) {
            out.statement(account, balance, turnover);
        }
    }

    @Override
    public void endOfDay() {
        dayIsOver = true;
    }

    @Override
    public Class<Balances> openingType() {
        return Balances.class;
    }

    @Override
    public boolean isPeriodOver() {
        return dayIsOver;
    }

    @Override
    public void openPeriod(Balances next) {
        dayIsOver = false;
        day++;
        turnover = 0;
        next.day(day);
        balances.forEach(next::balance);
    }

    @Override
    public void day(long number) {
        day = number;
    }

    @Override
    public void balance(long account, long amount) {
        balances.put(account, amount);
    }
}
