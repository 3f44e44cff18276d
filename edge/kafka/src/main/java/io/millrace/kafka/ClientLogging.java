package io.millrace.kafka;

import java.util.ServiceLoader;
import org.slf4j.spi.SLF4JServiceProvider;

/**
 * Keeps the logging library of Kafka's client quiet where the application has none of its own: otherwise the first
 * client of a process prints three lines about that. What matters is reported by sources and gateways. The one class
 * of this module that touches system properties.
 */
final class ClientLogging {

    private static final String VERBOSITY = "slf4j.internal.verbosity";

    private ClientLogging() {}

    static void prepare() {
        boolean hasProvider = ServiceLoader.load(SLF4JServiceProvider.class, ClientLogging.class.getClassLoader())
                .findFirst()
                .isPresent();
        if (!hasProvider && System.getProperty(VERBOSITY) == null) {
            System.setProperty(VERBOSITY, "ERROR");
        }
    }
}
