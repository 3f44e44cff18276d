package io.millrace.spring.boot;

import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.EnvironmentAware;
import org.springframework.context.ResourceLoaderAware;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.env.Environment;
import org.springframework.core.io.ResourceLoader;
import org.springframework.core.type.AnnotationMetadata;

/**
 * Makes the beans of transactions, before Spring Boot looks whether an application has a data source and a transaction
 * manager of its own.
 */
@AutoConfiguration(
        beforeName = {
            "org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration",
            "org.springframework.boot.autoconfigure.transaction.TransactionAutoConfiguration",
            "org.springframework.boot.autoconfigure.transaction.jta.JtaAutoConfiguration",
            "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
            "org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration",
            "org.springframework.boot.transaction.jta.autoconfigure.JtaAutoConfiguration"
        })
@ConditionalOnProperty("millrace.transactions.node")
@Import(MillraceTransactionsAutoConfiguration.Registrar.class)
public final class MillraceTransactionsAutoConfiguration {

    /** Creates the configuration; called by Spring. */
    public MillraceTransactionsAutoConfiguration() {}

    /** Registers the beans. */
    static final class Registrar implements ImportBeanDefinitionRegistrar, EnvironmentAware, ResourceLoaderAware {

        private Environment environment;
        private ResourceLoader resources;

        @Override
        public void setEnvironment(Environment environment) {
            this.environment = environment;
        }

        @Override
        public void setResourceLoader(ResourceLoader resourceLoader) {
            this.resources = resourceLoader;
        }

        @Override
        public void registerBeanDefinitions(AnnotationMetadata metadata, BeanDefinitionRegistry registry) {
            ClassLoader loader = resources.getClassLoader();
            Parts.require(
                    loader,
                    "millrace.transactions",
                    "io.millrace:millrace-transactions",
                    "io.millrace.transactions.Transactions");
            Parts.require(loader, "millrace.transactions", "io.agroal:agroal-pool", "io.agroal.pool.DataSource");
            Parts.require(
                    loader,
                    "millrace.transactions",
                    "org.springframework:spring-tx",
                    "org.springframework.transaction.jta.JtaTransactionManager");
            TransactionProperties properties =
                    Binder.get(environment).bindOrCreate("millrace.transactions", TransactionProperties.class);
            TransactionBeans.register(registry, properties, loader);
        }
    }
}
