package io.millrace.spring.boot;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.supplier.AgroalConnectionFactoryConfigurationSupplier;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import io.millrace.transactions.AgroalEnlistment;
import io.millrace.transactions.Transactions;
import java.sql.SQLException;
import javax.sql.XADataSource;
import org.springframework.beans.factory.BeanCreationException;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionBuilder;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.transaction.jta.JtaTransactionManager;
import org.springframework.util.ClassUtils;

/**
 * Beans of the transaction manager in the properties: the manager, Spring's manager on it, and a pool for each
 * database, whose connections take part in the transaction of the thread. The context closes pools before the manager.
 * Stateless.
 */
final class TransactionBeans {

    private static final String MANAGER = "millraceTransactions";
    private static final String SPRINGS = "transactionManager";

    private TransactionBeans() {}

    static void register(BeanDefinitionRegistry registry, TransactionProperties properties, ClassLoader loader) {
        ConfigurableListableBeanFactory beans = (ConfigurableListableBeanFactory) registry;
        registry.registerBeanDefinition(
                MANAGER,
                BeanDefinitionBuilder.rootBeanDefinition(
                                TransactionsFactory.class, () -> TransactionsFactory.open(properties, loader))
                        .getBeanDefinition());
        if (!registry.containsBeanDefinition(SPRINGS)) {
            registry.registerBeanDefinition(
                    SPRINGS,
                    BeanDefinitionBuilder.rootBeanDefinition(JtaTransactionManager.class, () -> manager(beans))
                            .addDependsOn(MANAGER)
                            .getBeanDefinition());
        }
        properties
                .dataSources()
                .forEach((name, database) -> registry.registerBeanDefinition(
                        name,
                        BeanDefinitionBuilder.rootBeanDefinition(
                                        AgroalDataSource.class, () -> pool(beans, loader, name, database))
                                .addDependsOn(MANAGER)
                                .setDestroyMethodName("close")
                                .getBeanDefinition()));
    }

    private static JtaTransactionManager manager(ConfigurableListableBeanFactory beans) {
        Transactions transactions = beans.getBean(Transactions.class);
        return new JtaTransactionManager(transactions, transactions);
    }

    private static AgroalDataSource pool(
            ConfigurableListableBeanFactory beans, ClassLoader loader, String name, DataSourceProperties database) {
        AgroalConnectionFactoryConfigurationSupplier factory = new AgroalConnectionFactoryConfigurationSupplier()
                .connectionProviderClass(driver(loader, name, database));
        database.properties().forEach(factory::xaProperty);
        AgroalEnlistment enlistment = new AgroalEnlistment(beans.getBean(Transactions.class), name);
        try {
            return AgroalDataSource.from(new AgroalDataSourceConfigurationSupplier()
                    .connectionPoolConfiguration(pool -> pool.minSize(database.minSize())
                            .maxSize(database.maxSize())
                            .acquisitionTimeout(database.acquireWithin())
                            .transactionIntegration(enlistment)
                            .connectionFactoryConfiguration(factory)));
        } catch (SQLException e) {
            throw new BeanCreationException(name, "cannot open a pool reason=" + e.getMessage(), e);
        }
    }

    /**
     * Returns the class of a driver.
     *
     * @throws BeanCreationException where there is no such class, or it is no {@code XADataSource}
     */
    static Class<? extends XADataSource> driver(ClassLoader loader, String name, DataSourceProperties database) {
        String driver = database.driver();
        try {
            return ClassUtils.forName(driver, loader).asSubclass(XADataSource.class);
        } catch (ClassNotFoundException | LinkageError e) {
            throw new BeanCreationException(name, "the driver is not on the class path driver=" + driver, e);
        } catch (ClassCastException e) {
            throw new BeanCreationException(name, "the driver is no javax.sql.XADataSource driver=" + driver, e);
        }
    }
}
