package io.millrace.ledger.bftsmart;

import bftsmart.reconfiguration.util.HostsConfig;
import bftsmart.reconfiguration.util.TOMConfiguration;
import bftsmart.reconfiguration.views.MemoryBasedViewStorage;
import bftsmart.tom.ServiceReplica;
import io.millrace.harness.BenchmarkException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.security.PrivateKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;

/** Four replicas of this process, over loopback. */
final class Cluster implements AutoCloseable {
    static final int REPLICAS = 4;
    private static final String HOST = "127.0.0.1";
    private static final int FIRST_CLIENT = 1_001;
    private static final long WAIT_S = 60;
    private static final long PAUSE_NS = 10_000_000;

    private final Variant variant;
    private final HostsConfig hosts = new HostsConfig();
    private final List<Integer> ports = freePorts();
    private final Keys keys;
    private final List<CountingService> services = new ArrayList<>();
    private final List<ServiceReplica> replicas = new ArrayList<>();

    private Cluster(Variant variant) throws Exception {
        this.variant = variant;
        this.keys = new Keys(REPLICAS);
        for (int id = 0; id < REPLICAS; id++) {
            hosts.add(id, HOST, ports.get(id));
        }
    }

    /** Starts all replicas and waits until they take calls. */
    static Cluster start(Variant variant) throws Exception {
        Cluster cluster = new Cluster(variant);
        List<Future<ServiceReplica>> starting = new ArrayList<>();
        try (ExecutorService starters = Executors.newFixedThreadPool(REPLICAS)) {
            for (int id = 0; id < REPLICAS; id++) {
                CountingService service = new CountingService();
                cluster.services.add(service);
                TOMConfiguration configuration = cluster.configuration(id);
                // A replica connects to those before it, and ends its start when it has heard of the others.
                starting.add(starters.submit(() ->
                        new ServiceReplica(configuration, new MemoryBasedViewStorage(), service, service, null, null)));
                awaitPort(cluster.ports.get(id), true);
            }
            for (Future<ServiceReplica> each : starting) {
                cluster.replicas.add(each.get(WAIT_S, TimeUnit.SECONDS));
            }
        } catch (ExecutionException | TimeoutException e) {
            throw new BenchmarkException("replicas do not start variant=" + variant, e);
        }
        return cluster;
    }

    /** Returns the first of two free ports for each replica: one for clients, the next one for replicas. */
    private static List<Integer> freePorts() throws IOException {
        List<Integer> found = new ArrayList<>();
        List<ServerSocket> held = new ArrayList<>();
        try {
            while (found.size() < REPLICAS) {
                ServerSocket first = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                held.add(first);
                Optional<ServerSocket> second = bound(first.getLocalPort() + 1);
                second.ifPresent(held::add);
                second.ifPresent(_ -> found.add(first.getLocalPort()));
            }
        } finally {
            for (ServerSocket each : held) {
                each.close();
            }
        }
        return found;
    }

    private static Optional<ServerSocket> bound(int port) {
        try {
            return Optional.of(new ServerSocket(port));
        } catch (IOException | IllegalArgumentException e) {
            return Optional.empty(); // another program has it, or there is none
        }
    }

    private static void awaitPort(int port, boolean open) throws IOException {
        long untilNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(WAIT_S);
        while (isOpen(port) != open) {
            if (System.nanoTime() > untilNs) {
                throw new BenchmarkException(
                        "a replica does not open or close its port open=" + open + " port=" + port);
            }
            LockSupport.parkNanos(PAUSE_NS);
        }
    }

    private static boolean isOpen(int port) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (ConnectException e) {
            return false;
        }
    }

    private TOMConfiguration configuration(int process) {
        TOMConfiguration configuration = new TOMConfiguration(process, variant.configuration(REPLICAS), hosts);
        configuration.setRsaLoader(keys);
        return configuration;
    }

    /** Connects a client, which all replicas know on return. */
    CallClient client(int number, int mostOutstanding) throws InterruptedException {
        CallClient client = new CallClient(configuration(FIRST_CLIENT + number), mostOutstanding);
        if (variant.crypto() == Variant.Crypto.SIGNATURES) {
            client.sign(1, clientKey());
        }
        client.introduce();
        return client;
    }

    PrivateKey clientKey() {
        return keys.loadPrivateKey(FIRST_CLIENT);
    }

    /** Returns the application of the first replica, which leads. */
    CountingService service() {
        return services.getFirst();
    }

    /** Waits until all replicas have carried out the same calls, then ends them. */
    @Override
    public void close() throws IOException {
        long untilNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(WAIT_S);
        while (services.stream().mapToLong(CountingService::calls).distinct().count() > 1) {
            if (System.nanoTime() > untilNs) {
                throw new BenchmarkException("replicas have not carried out the same calls="
                        + services.stream().map(CountingService::calls).toList());
            }
            LockSupport.parkNanos(PAUSE_NS);
        }
        replicas.forEach(ServiceReplica::kill);
        for (int port : ports) {
            awaitPort(port, false);
        }
    }
}
