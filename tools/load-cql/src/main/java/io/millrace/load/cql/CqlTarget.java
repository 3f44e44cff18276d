package io.millrace.load.cql;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import io.millrace.load.LoadException;
import io.millrace.load.OperationSpec;
import io.millrace.load.Target;
import io.millrace.load.TargetOptions;
import io.millrace.load.TargetSession;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;

/**
 * A cluster, over one driver that all sessions share. Statements are prepared and operations asynchronous. No request
 * is sent again, nor a second time to another node before the first has answered: what is not counted is not sent.
 *
 * <p>How many may be in flight is bounded, since the driver refuses more than its connections carry; at the bound a
 * thread waits, which makes the next operations late and shows as waiting time.
 */
final class CqlTarget implements Target {
    private static final int DEFAULT_PORT = 9042;
    private static final int IN_FLIGHT = 1_000;
    private static final int MOST_IN_FLIGHT = 30_000;
    private static final long TIMEOUT_MS = 12_000;
    private static final long DAY_MS = 86_400_000;
    private static final long SET_UP_TIMEOUT_S = 60;

    private final InetSocketAddress contact;
    private final String keyspace;
    private final TargetOptions options;
    private final int inFlight;
    private final long timeoutMs;
    private final Semaphore free;
    private CqlSession session;

    CqlTarget(TargetOptions options) {
        options.allow("datacenter", "user", "password", "in-flight", "timeout-ms");
        this.options = options;
        URI uri;
        try {
            uri = new URI(options.url());
        } catch (URISyntaxException e) {
            throw new LoadException("not a URL target=" + options.url(), e);
        }
        if (uri.getHost() == null) {
            throw new LoadException(
                    "the URL has no host; it has the form" + " cql://HOST:PORT/KEYSPACE target=" + options.url());
        }
        contact = InetSocketAddress.createUnresolved(uri.getHost(), uri.getPort() < 0 ? DEFAULT_PORT : uri.getPort());
        keyspace = uri.getPath() == null ? "" : uri.getPath().replaceFirst("^/", "");
        inFlight = (int) options.number("in-flight", IN_FLIGHT, 1, MOST_IN_FLIGHT);
        timeoutMs = options.number("timeout-ms", TIMEOUT_MS, 1, DAY_MS);
        free = new Semaphore(inFlight);
    }

    /** Runs the set-up without a keyspace, since it may create it. */
    @Override
    public void setUp(List<String> statements) {
        if (statements.isEmpty()) {
            return;
        }
        try (CqlSession unbound = builder(Duration.ofSeconds(SET_UP_TIMEOUT_S)).build()) {
            for (String statement : statements) {
                unbound.execute(statement);
            }
        }
    }

    @Override
    public TargetSession prepare(List<OperationSpec> operations) {
        CqlSession connected = session();
        List<CqlOperation> kinds = operations.stream()
                .map(operation -> CqlOperation.prepare(operation, connected))
                .toList();
        return new CqlTargetSession(connected, kinds, free);
    }

    private synchronized CqlSession session() {
        if (session == null) {
            CqlSessionBuilder builder = builder(Duration.ofMillis(timeoutMs));
            session = (keyspace.isEmpty() ? builder : builder.withKeyspace(keyspace)).build();
        }
        return session;
    }

    private CqlSessionBuilder builder(Duration timeout) {
        CqlSessionBuilder builder = CqlSession.builder()
                .addContactPoint(new InetSocketAddress(contact.getHostString(), contact.getPort()))
                .withLocalDatacenter(options.value("datacenter", "datacenter1"))
                .withConfigLoader(configuration(timeout, inFlight));
        String user = options.value("user", null);
        return user == null ? builder : builder.withAuthCredentials(user, options.value("password", ""));
    }

    /** Returns what the driver is told; it goes before what an {@code application.conf} says. */
    static DriverConfigLoader configuration(Duration timeout, int inFlight) {
        return DriverConfigLoader.programmaticBuilder()
                .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, timeout)
                .withDuration(DefaultDriverOption.CONNECTION_INIT_QUERY_TIMEOUT, timeout)
                .withClass(DefaultDriverOption.RETRY_POLICY_CLASS, RethrowingPolicy.class)
                .withString(DefaultDriverOption.SPECULATIVE_EXECUTION_POLICY_CLASS, "NoSpeculativeExecutionPolicy")
                .withInt(DefaultDriverOption.NETTY_IO_SHUTDOWN_QUIET_PERIOD, 0)
                .withInt(DefaultDriverOption.NETTY_ADMIN_SHUTDOWN_QUIET_PERIOD, 0)
                .withInt(DefaultDriverOption.CONNECTION_MAX_REQUESTS, Math.max(1024, inFlight))
                .build();
    }

    @Override
    public synchronized void close() {
        if (session != null) {
            session.close();
        }
    }
}
