package io.millrace.examples.transfer;

import io.millrace.transactions.Transactions;
import javax.sql.DataSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.jta.JtaTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** The same transfer in an application of the Spring Framework, whose transactions this manager ends. */
public final class SpringDesk {

    private final JdbcTemplate bank;
    private final JdbcTemplate shop;
    private final TransactionTemplate transaction;

    /** Creates a desk over two databases whose pools enlist their connections. */
    public SpringDesk(Transactions transactions, DataSource bank, DataSource shop) {
        JtaTransactionManager manager = new JtaTransactionManager(transactions, transactions);
        manager.setTransactionSynchronizationRegistry(transactions);
        manager.afterPropertiesSet();
        this.transaction = new TransactionTemplate(manager);
        this.bank = new JdbcTemplate(bank);
        this.shop = new JdbcTemplate(shop);
    }

    /**
     * Moves money.
     *
     * @throws IllegalArgumentException if the bank has less than that; then nothing has changed
     */
    public void transfer(Transfer transfer) {
        transaction.executeWithoutResult(status -> {
            shop.update("update account set cents = cents + ?", transfer.cents());
            bank.update("update account set cents = cents - ?", transfer.cents());
            Long left = bank.queryForObject("select cents from account", Long.class);
            if (left == null || left < 0) {
                throw new IllegalArgumentException("the bank has too little money transfer=" + transfer);
            }
        });
    }
}
