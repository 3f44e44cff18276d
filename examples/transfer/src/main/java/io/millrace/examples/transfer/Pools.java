package io.millrace.examples.transfer;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import io.agroal.api.security.NamePrincipal;
import io.agroal.api.security.SimplePassword;
import io.millrace.transactions.AgroalEnlistment;
import io.millrace.transactions.Transactions;
import java.sql.SQLException;
import javax.sql.XADataSource;

/** Pools of connections that take part in transactions. */
public final class Pools {

    private static final int CONNECTIONS = 4;

    private Pools() {}

    /**
     * Creates a pool.
     *
     * @param transactions the manager
     * @param name the name of the database, under which recovery knows it
     * @param driver the driver's data source for transactions
     * @param url the address of the database
     * @param user the user, without a password
     */
    public static AgroalDataSource open(
            Transactions transactions, String name, Class<? extends XADataSource> driver, String url, String user)
            throws SQLException {
        return AgroalDataSource.from(new AgroalDataSourceConfigurationSupplier()
                .connectionPoolConfiguration(pool -> pool.maxSize(CONNECTIONS)
                        .transactionIntegration(new AgroalEnlistment(transactions, name))
                        .connectionFactoryConfiguration(factory -> factory.connectionProviderClass(driver)
                                .jdbcUrl(url)
                                .principal(new NamePrincipal(user))
                                .credential(new SimplePassword("")))));
    }
}
