package io.millrace.spring.boot;

import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What an application sets below {@code millrace}.
 *
 * @param channels channels by name
 * @param topology the topology that runs in the application
 * @param clients clients of topologies by name
 * @param transactions the transaction manager
 */
@ConfigurationProperties("millrace")
public record MillraceProperties(
        @DefaultValue Map<String, ChannelProperties> channels,
        @DefaultValue TopologyProperties topology,
        @DefaultValue Map<String, ClientProperties> clients,
        @DefaultValue TransactionProperties transactions) {

    /** Takes copies. */
    public MillraceProperties {
        channels = Map.copyOf(channels);
        clients = Map.copyOf(clients);
    }
}
