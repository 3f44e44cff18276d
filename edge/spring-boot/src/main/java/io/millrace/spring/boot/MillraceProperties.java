package io.millrace.spring.boot;

import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What an application sets below {@code millrace}.
 *
 * @param channels channels by name
 * @param topology the topology that runs in the application
 */
@ConfigurationProperties("millrace")
public record MillraceProperties(
        @DefaultValue Map<String, ChannelProperties> channels,
        @DefaultValue TopologyProperties topology) {

    /** Takes a copy. */
    public MillraceProperties {
        channels = Map.copyOf(channels);
    }
}
