package io.millrace.spring.boot;

import io.millrace.transactions.GroupCommitDecisionStore;
import io.millrace.transactions.NodeName;
import io.millrace.transactions.RecoverableResource;
import io.millrace.transactions.StopReport;
import io.millrace.transactions.TransactionOptions;
import io.millrace.transactions.Transactions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.sql.XADataSource;
import org.springframework.beans.BeanWrapperImpl;
import org.springframework.beans.BeansException;
import org.springframework.beans.factory.BeanCreationException;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.FactoryBean;

/** Opens the transaction manager, and at the end waits until nothing is in doubt. */
final class TransactionsFactory implements FactoryBean<Transactions>, DisposableBean {

    private final Transactions transactions;
    private final Duration stopWithin;

    private TransactionsFactory(Transactions transactions, Duration stopWithin) {
        this.transactions = transactions;
        this.stopWithin = stopWithin;
    }

    /** Opens the manager; recovery reaches the databases by connections of its own. */
    static TransactionsFactory open(TransactionProperties properties, ClassLoader loader) {
        List<RecoverableResource> resources = new ArrayList<>();
        properties
                .dataSources()
                .forEach((name, database) ->
                        resources.add(RecoverableResource.of(name, source(loader, name, database))));
        TransactionOptions options =
                TransactionOptions.of(NodeName.of(properties.node())).withTimeout(properties.timeout());
        Transactions opened =
                Transactions.open(options, GroupCommitDecisionStore.open(properties.directory()), resources);
        return new TransactionsFactory(opened, properties.stopWithin());
    }

    private static XADataSource source(ClassLoader loader, String name, DataSourceProperties database) {
        Class<? extends XADataSource> driver = TransactionBeans.driver(loader, name, database);
        try {
            XADataSource source = driver.getConstructor().newInstance();
            new BeanWrapperImpl(source).setPropertyValues(database.properties());
            return source;
        } catch (ReflectiveOperationException | BeansException e) {
            throw new BeanCreationException(
                    name,
                    "cannot set up the driver driver=" + driver.getName() + " properties="
                            + database.properties().keySet(),
                    e);
        }
    }

    @Override
    public Transactions getObject() {
        return transactions;
    }

    @Override
    public Class<Transactions> getObjectType() {
        return Transactions.class;
    }

    @Override
    public void destroy() {
        try (transactions) {
            StopReport left = transactions.stop(stopWithin);
            if (!left.isDone()) {
                System.getLogger(TransactionsFactory.class.getPackageName())
                        .log(System.Logger.Level.WARNING, "transactions are left to the next start report=" + left);
            }
        }
    }
}
