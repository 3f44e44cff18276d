package io.millrace.spring.boot;

import java.time.Duration;
import java.util.Map;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * One database of {@code millrace.transactions.data-sources.NAME}.
 *
 * @param driver the driver's {@code XADataSource}, such as {@code org.postgresql.xa.PGXADataSource}
 * @param properties what is set there, such as {@code url}, {@code user} and {@code password}
 * @param minSize how many connections its pool keeps
 * @param maxSize how many it has at most
 * @param acquireWithin how long one waits for a connection
 */
public record DataSourceProperties(
        String driver,
        @DefaultValue Map<String, String> properties,
        @DefaultValue("0") int minSize,
        @DefaultValue("10") int maxSize,
        @DefaultValue("5s") Duration acquireWithin) {

    /**
     * Checks that there is a driver.
     *
     * @throws IllegalArgumentException where there is none
     */
    public DataSourceProperties {
        if (driver == null) {
            throw new IllegalArgumentException(
                    "a database needs a driver, as millrace.transactions.data-sources.NAME.driver");
        }
        properties = Map.copyOf(properties);
    }

    /** Returns the database as text, without what is set, which may be secret. */
    @Override
    public String toString() {
        return "DataSourceProperties[driver=" + driver + ", properties=" + properties.keySet() + "]";
    }
}
