package io.millrace.server;

import java.util.ServiceLoader;
import org.slf4j.spi.SLF4JServiceProvider;

/**
 * Keeps the logging library of Jetty quiet where the application has none of its own: otherwise the first server of a
 * process prints three lines about that. What matters is reported to the {@link WebErrorHandler}. The one class of this
 * module that touches system properties.
 */
final class JettyLogging {

    private static final String VERBOSITY = "slf4j.internal.verbosity";

    private JettyLogging() {}

    static void prepare() {
        boolean hasProvider = ServiceLoader.load(SLF4JServiceProvider.class, JettyLogging.class.getClassLoader())
                .findFirst()
                .isPresent();
        if (!hasProvider && System.getProperty(VERBOSITY) == null) {
            System.setProperty(VERBOSITY, "ERROR");
        }
    }
}
