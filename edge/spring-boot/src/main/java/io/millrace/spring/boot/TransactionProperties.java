package io.millrace.spring.boot;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The transaction manager of {@code millrace.transactions} with its databases.
 *
 * @param node its name among all managers that use the same databases, the same over restarts; without one there are no
 *     transactions
 * @param directory where decisions are recorded
 * @param timeout how long a transaction may take
 * @param stopWithin how long a stop waits until nothing is in doubt; the next start ends what is left
 * @param dataSources databases by name, under which recovery knows them; each is a bean
 */
public record TransactionProperties(
        String node,
        @DefaultValue("transactions") Path directory,
        @DefaultValue("60s") Duration timeout,
        @DefaultValue("20s") Duration stopWithin,
        @DefaultValue Map<String, DataSourceProperties> dataSources) {

    /** Takes a copy. */
    public TransactionProperties {
        dataSources = Map.copyOf(dataSources);
    }
}
