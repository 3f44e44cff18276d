package io.millrace.remote;

import io.millrace.interaction.Visitor;

/** Functions that read an account. */
enum AccountReads implements Visitor<Account, Long> {
    BALANCE {
        @Override
        public Long visit(Account account) {
            return account.balance();
        }
    },
    OWNER_LENGTH {
        @Override
        public Long visit(Account account) {
            return (long) account.owner().length();
        }
    }
}
