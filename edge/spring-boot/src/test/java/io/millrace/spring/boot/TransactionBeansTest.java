package io.millrace.spring.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.agroal.api.AgroalDataSource;
import io.millrace.transactions.DecisionDirectory;
import io.millrace.transactions.Transactions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;

/** Pooled data sources are beans that take part in transactions, as Spring begins and ends them. */
class TransactionBeansTest {

    private static final int POOL = 3;

    @TempDir
    private Path directory;

    /** An application with two databases. */
    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @EnableTransactionManagement
    static class Desk {

        @Bean
        Mover mover(@Qualifier("bank") DataSource bank, @Qualifier("shop") DataSource shop) {
            return new Mover(new JdbcTemplate(bank), new JdbcTemplate(shop));
        }
    }

    /** Moves cents from one database to the other. */
    static class Mover {

        final JdbcTemplate bank;
        final JdbcTemplate shop;

        Mover(JdbcTemplate bank, JdbcTemplate shop) {
            this.bank = bank;
            this.shop = shop;
        }

        void create() {
            for (JdbcTemplate each : List.of(bank, shop)) {
                each.execute("create table account (cents int)");
                each.update("insert into account values (1000)");
            }
        }

        @Transactional
        void move(int cents) {
            bank.update("update account set cents = cents - ?", cents);
            shop.update("update account set cents = cents + ?", cents);
            if (cents > 500) {
                throw new IllegalArgumentException("cents=" + cents);
            }
        }

        List<Integer> balances() {
            return List.of(balance(bank), balance(shop));
        }

        private static int balance(JdbcTemplate database) {
            return database.queryForObject("select cents from account", Integer.class);
        }
    }

    private ConfigurableApplicationContext start(String... further) {
        return TestApplication.start(
                directory,
                Desk.class,
                Stream.concat(
                                Stream.of(
                                        "millrace.transactions.node=desk-1",
                                        "millrace.transactions.directory=" + directory.resolve("log"),
                                        database("bank", "driver", "org.h2.jdbcx.JdbcDataSource"),
                                        database("bank", "properties.url", url("bank")),
                                        database("bank", "properties.user", "sa"),
                                        database("bank", "max-size", String.valueOf(POOL)),
                                        database("shop", "driver", "org.h2.jdbcx.JdbcDataSource"),
                                        database("shop", "properties.url", url("shop")),
                                        database("shop", "properties.user", "sa")),
                                Stream.of(further))
                        .toArray(String[]::new));
    }

    private static String database(String name, String key, String value) {
        return "millrace.transactions.data-sources." + name + "." + key + "=" + value;
    }

    private String url(String name) {
        return "jdbc:h2:" + directory.resolve(name);
    }

    @Test
    void bothDatabasesChangeOrNone() throws Exception {
        try (ConfigurableApplicationContext context = start()) {
            Mover mover = context.getBean(Mover.class);
            mover.create();
            for (int round = 0; round < 2 * POOL; round++) {
                mover.move(100);
                assertThrows(IllegalArgumentException.class, () -> mover.move(501));
            }
            assertEquals(List.of(400, 1600), mover.balances());
            Transactions transactions = context.getBean(Transactions.class);
            assertEquals(2 * POOL, transactions.committedCount());
            assertEquals(2 * POOL, transactions.rolledBackCount());
            AgroalDataSource bank = context.getBean("bank", AgroalDataSource.class);
            assertEquals(
                    POOL, bank.getConfiguration().connectionPoolConfiguration().maxSize());
            assertTrue(bank.getMetrics().activeCount() == 0, "each connection is back in its pool");
        }
        assertEquals(
                List.of(),
                DecisionDirectory.of(directory.resolve("log")).list().transactions(),
                "nothing is left over");
        try (ConfigurableApplicationContext context = start()) {
            assertEquals(List.of(400, 1600), context.getBean(Mover.class).balances());
        }
    }

    @Test
    void whatIsWrongIsNamed() {
        String unknown = TestApplication.error(() -> start(database("shop", "driver", "org.example.XaSource")));
        assertTrue(unknown.contains("the driver is not on the class path driver=org.example.XaSource"), unknown);
        String other = TestApplication.error(() -> start(database("shop", "driver", "java.lang.String")));
        assertTrue(other.contains("the driver is no javax.sql.XADataSource driver=java.lang.String"), other);
        String property = TestApplication.error(() -> start(database("shop", "properties.ulr", "x")));
        assertTrue(property.contains("cannot set up the driver driver=org.h2.jdbcx.JdbcDataSource"), property);
        IllegalStateException part = assertThrows(
                IllegalStateException.class,
                () -> Parts.require(
                        TransactionBeansTest.class.getClassLoader(), "millrace.transactions", "g:a", "g.Missing"));
        assertEquals(
                "an artifact is missing on the class path properties=millrace.transactions artifact=g:a",
                part.getMessage());
    }

    @Test
    void whatIsSetAtADriverIsNotText() {
        DataSourceProperties secret =
                new DataSourceProperties("d", Map.of("password", "abc"), 0, 1, Duration.ofSeconds(1));
        assertFalse(secret.toString().contains("abc"), secret.toString());
    }
}
