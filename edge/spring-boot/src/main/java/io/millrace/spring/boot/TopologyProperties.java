package io.millrace.spring.boot;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The topology of {@code millrace.topology}, which starts and stops with the application.
 *
 * @param file where it is read, such as {@code classpath:shop.yaml} or {@code file:/etc/shop.yaml}; not used where the
 *     application has a bean of type {@link io.millrace.topology.Topology}
 * @param name the name of a topology that is made of beans of its channels and components
 * @param data the directory of its channels
 * @param host which of its hosts runs here; needed where it has hosts
 * @param parameters values of its parameters, by name
 * @param stopWithin how long a stop waits for the current inputs; the channels are closed then in any case
 */
public record TopologyProperties(
        String file,
        @DefaultValue("application") String name,
        @DefaultValue("data") Path data,
        String host,
        @DefaultValue Map<String, String> parameters,
        @DefaultValue("20s") Duration stopWithin) {

    /** Takes a copy. */
    public TopologyProperties {
        parameters = Map.copyOf(parameters);
    }
}
