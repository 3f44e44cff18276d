package io.millrace.remote;

import io.millrace.interaction.UpdateVisitor;

/** A function that the server does not list. */
record Robbery(long amount) implements UpdateVisitor<Account, Long> {

    @Override
    public Long visit(Account account) {
        account.add(-amount);
        return amount;
    }
}
