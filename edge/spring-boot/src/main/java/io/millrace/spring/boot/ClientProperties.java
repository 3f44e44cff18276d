package io.millrace.spring.boot;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * One client of {@code millrace.clients.NAME}, which talks to a topology in another process or in this one.
 *
 * @param uris where the topology serves clients, and its spare, such as {@code ws://shop:8090} or {@code
 *     tls://shop:8092}
 * @param token what the client shows; none when left out
 * @param sslBundle the name of a bundle of Spring Boot with its certificates; those of the JDK when left out
 * @param answerWithin how long a call waits for its answer
 * @param ports by channel the interface through which its component is called; each is a bean
 */
public record ClientProperties(
        List<String> uris,
        String token,
        String sslBundle,
        @DefaultValue("30s") Duration answerWithin,
        @DefaultValue Map<String, Class<?>> ports) {

    /**
     * Checks that there is an address.
     *
     * @throws IllegalArgumentException where there is none, or a port is no interface
     */
    public ClientProperties {
        if (uris == null || uris.isEmpty()) {
            throw new IllegalArgumentException("a client needs an address, as millrace.clients.NAME.uris");
        }
        uris = List.copyOf(uris);
        ports = Map.copyOf(ports);
        ports.forEach((channel, type) -> {
            if (!type.isInterface()) {
                throw new IllegalArgumentException(
                        "a component is called by an interface channel=" + channel + " class=" + type.getName());
            }
        });
    }

    /** Returns the client as text, without its token. */
    @Override
    public String toString() {
        return "ClientProperties[uris=" + uris + ", token=" + (token == null ? "none" : "set") + ", ports=" + ports
                + "]";
    }
}
