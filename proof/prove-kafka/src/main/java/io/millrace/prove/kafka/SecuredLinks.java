package io.millrace.prove.kafka;

import io.millrace.kafka.broker.KafkaCluster;
import io.millrace.prove.LinkProxy;
import io.millrace.prove.LinkProxy.State;
import io.millrace.prove.ProofCertificate;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The links between a run and its brokers: TLS, and a proxy to each broker. A broker has a listener for the run, which
 * names the address of the proxy; brokers and the proof itself use another one. Used by one thread.
 */
final class SecuredLinks implements AutoCloseable {
    private static final String LOOPBACK = "127.0.0.1";

    /** The address of proxies; they have the ports of the listeners that they lead to. */
    private static final String PROXY = "127.2.0.1";

    /** A request is given up after so long, which ends a connection that has lost something. */
    private static final int REQUEST_MS = 3_000;

    private final ProofCertificate certificate;
    private final Path identity;
    private final List<LinkProxy> proxies = new ArrayList<>();

    private SecuredLinks(ProofCertificate certificate, Path identity) {
        this.certificate = certificate;
        this.identity = identity;
    }

    /** Makes the certificate; there are no proxies yet. */
    static SecuredLinks in(Path directory) throws IOException, InterruptedException {
        ProofCertificate made =
                ProofCertificate.make(Files.createDirectories(directory), List.of("ip:" + LOOPBACK, "ip:" + PROXY));
        Path identity = directory.resolve("identity.pem");
        Files.writeString(identity, Files.readString(made.key()) + Files.readString(made.certificate()));
        return new SecuredLinks(made, identity);
    }

    /** Returns the properties of brokers that have a listener with TLS for the run. */
    Map<String, String> properties() {
        Map<String, String> all = new LinkedHashMap<>();
        String inner = "PLAINTEXT://" + LOOPBACK + ":PORT";
        all.put(
                "listeners",
                inner + ",CONTROLLER://" + LOOPBACK + ":CONTROLLER_PORT,RUN://" + LOOPBACK + ":CLIENT_PORT");
        all.put("advertised.listeners", inner + ",RUN://" + PROXY + ":CLIENT_PORT");
        all.put("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT,RUN:SSL");
        all.put("inter.broker.listener.name", "PLAINTEXT");
        all.put("ssl.keystore.type", "PEM");
        all.put("ssl.keystore.location", identity.toString());
        all.put("ssl.truststore.type", "PEM");
        all.put("ssl.truststore.location", certificate.certificate().toString());
        all.put("ssl.client.auth", "required");
        return all;
    }

    /** Returns the settings of the clients of the run, each as {@code NAME=VALUE}. */
    List<String> settings() {
        return List.of(
                "security.protocol=SSL",
                "ssl.keystore.type=PEM",
                "ssl.keystore.location=" + identity,
                "ssl.truststore.type=PEM",
                "ssl.truststore.location=" + certificate.certificate(),
                "request.timeout.ms=" + REQUEST_MS);
    }

    /** Starts the proxies; returns the addresses at which the run reaches the brokers. */
    String start(KafkaCluster cluster) throws IOException {
        for (int port : cluster.clientPorts()) {
            proxies.add(LinkProxy.start(new InetSocketAddress(PROXY, port), LOOPBACK, port));
        }
        return cluster.clientPorts().stream().map(port -> PROXY + ":" + port).collect(Collectors.joining(","));
    }

    /** Sets what becomes of what the run and a broker send each other. */
    void set(int broker, State state) {
        proxies.get(broker).set(state);
    }

    /** Returns how many bytes the links have lost. */
    long lostBytes() {
        return proxies.stream().mapToLong(LinkProxy::lostBytes).sum();
    }

    @Override
    public void close() throws IOException {
        for (LinkProxy proxy : proxies) {
            proxy.close();
        }
    }
}
