package io.millrace.kafka.broker;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.InvalidReplicationFactorException;

/**
 * Brokers on the loopback address, each with a controller and in a process of its own that ends with this one. Topics
 * have a replica on each; a write is confirmed by all but one, or by the only one. Data and ports are those of the
 * directory, so a cluster that ended continues. Used by one thread.
 */
public final class KafkaCluster implements AutoCloseable {
    private static final String HOST = "127.0.0.1";
    private static final String PORTS = "ports.txt";
    private static final int PORTS_OF_A_NODE = 3;
    private static final int FIRST_FREE_PORT = 30_000;
    private static final int FREE_PORTS = 2_700;
    private static final int CLEANER_BYTES = 4 << 20;
    private static final String SESSION_MS = "3000";
    private static final String HEARTBEAT_MS = "500";

    /** How long brokers that are missing are waited for where topics are created. */
    private static final long CREATION_NS = TimeUnit.SECONDS.toNanos(120);

    private static final long LOOK_MS = 100;
    private static final List<String> JVM_FLAGS =
            List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xlog:disable");

    private final Path directory;
    private final List<String> jvmFlags;
    private final Map<String, String> more;
    private final List<Integer> ports;
    private final List<Integer> controllers;
    private final List<Integer> clients;
    private final List<ClassProcess> nodes = new ArrayList<>();

    private KafkaCluster(Path directory, int nodes, List<String> jvmFlags, Map<String, String> more)
            throws IOException {
        this.directory = directory;
        this.jvmFlags = jvmFlags;
        this.more = more;
        List<Integer> all = ports(directory.resolve(PORTS), PORTS_OF_A_NODE * nodes);
        this.ports = all.subList(0, nodes);
        this.controllers = all.subList(nodes, 2 * nodes);
        this.clients = all.subList(2 * nodes, PORTS_OF_A_NODE * nodes);
    }

    /**
     * Starts brokers with small JVMs and waits until they serve.
     *
     * @param directory where their files are; it is created, and is not deleted
     * @param nodes how many, 1 or more, as often as the directory is used
     * @throws IOException where one ends at once, with what it has said, or a port is taken
     */
    public static KafkaCluster start(Path directory, int nodes) throws IOException {
        return start(directory, nodes, JVM_FLAGS, Map.of());
    }

    /**
     * Starts brokers and waits until they serve.
     *
     * @param directory where their files are; it is created, and is not deleted
     * @param nodes how many, 1 or more, as often as the directory is used
     * @param jvmFlags the flags of their JVMs
     * @param more further properties of each broker, which win; in their values {@code :CONTROLLER_PORT}, {@code
     *     :CLIENT_PORT} and {@code :PORT} stand for the ports of the broker, of which the second one is for a listener
     *     that these properties add
     * @throws IOException where one ends at once, with what it has said
     */
    public static KafkaCluster start(Path directory, int nodes, List<String> jvmFlags, Map<String, String> more)
            throws IOException {
        KafkaCluster cluster = new KafkaCluster(directory, nodes, jvmFlags, more);
        cluster.requireFreePorts();
        try {
            for (int node = 0; node < nodes; node++) {
                cluster.nodes.add(cluster.launch(node));
            }
            for (ClassProcess node : cluster.nodes) {
                node.awaitLine(BrokerMain.READY);
            }
            return cluster;
        } catch (IOException | RuntimeException e) {
            cluster.close();
            throw e;
        }
    }

    /** Returns the ports of the cluster: those of its last start, or free ones. */
    private static List<Integer> ports(Path file, int count) throws IOException {
        if (!Files.exists(file)) {
            Files.createDirectories(file.getParent());
            Files.write(file, freePorts(count).stream().map(String::valueOf).toList());
        }
        List<Integer> ports =
                Files.readAllLines(file).stream().map(Integer::valueOf).toList();
        if (ports.size() != count) {
            throw new IOException("the directory is of another number of brokers file=" + file + " brokers="
                    + ports.size() / PORTS_OF_A_NODE + " asked=" + count / PORTS_OF_A_NODE);
        }
        return ports;
    }

    private void requireFreePorts() throws IOException {
        for (int node = 0; node < ports.size(); node++) {
            for (int port : List.of(ports.get(node), controllers.get(node), clients.get(node))) {
                try (ServerSocket _ = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                } catch (BindException e) {
                    throw new IOException(
                            "a port of the broker is taken, perhaps by one of an earlier start that has not ended yet"
                                    + " directory=" + directory + " port=" + port,
                            e);
                }
            }
        }
    }

    /**
     * Returns ports that are free, all different. They are below those that the system gives away, so that none is
     * taken while a broker is down.
     */
    private static List<Integer> freePorts(int count) throws IOException {
        List<ServerSocket> sockets = new ArrayList<>();
        Random random = new Random();
        try {
            while (sockets.size() < count) {
                int port = FIRST_FREE_PORT + random.nextInt(FREE_PORTS);
                try {
                    sockets.add(new ServerSocket(port, 1, InetAddress.getLoopbackAddress()));
                } catch (BindException _) {
                    // another one
                }
            }
            return sockets.stream().map(ServerSocket::getLocalPort).toList();
        } finally {
            for (ServerSocket socket : sockets) {
                socket.close();
            }
        }
    }

    private ClassProcess launch(int node) throws IOException {
        Path own = Files.createDirectories(directory.resolve("node-" + (node + 1)));
        Path file = own.resolve("server.properties");
        Properties written = new Properties();
        written.putAll(properties(node, own.resolve("logs")));
        try (var writer = Files.newBufferedWriter(file)) {
            written.store(writer, null);
        }
        return ClassProcess.start(
                "broker " + (node + 1),
                BrokerMain.class,
                jvmFlags,
                List.of(file.toString()),
                own.resolve("errors.txt"));
    }

    private Map<String, String> properties(int node, Path logs) {
        int count = ports.size();
        String replicas = Integer.toString(count);
        String confirmed = Integer.toString(Math.max(1, count - 1));
        Map<String, String> all = new LinkedHashMap<>();
        all.put("process.roles", "broker,controller");
        all.put("node.id", Integer.toString(node + 1));
        all.put(
                "controller.quorum.voters",
                IntStream.range(0, count)
                        .mapToObj(n -> (n + 1) + "@" + HOST + ":" + controllers.get(n))
                        .collect(Collectors.joining(",")));
        all.put("controller.listener.names", "CONTROLLER");
        String listener = "PLAINTEXT://" + HOST + ":" + ports.get(node);
        all.put("listeners", listener + ",CONTROLLER://" + HOST + ":" + controllers.get(node));
        all.put("advertised.listeners", listener);
        all.put("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT");
        all.put("log.dirs", logs.toString());
        all.put("auto.create.topics.enable", "false");
        all.put("default.replication.factor", replicas);
        all.put("min.insync.replicas", confirmed);
        all.put("offsets.topic.num.partitions", "1");
        all.put("offsets.topic.replication.factor", replicas);
        all.put("transaction.state.log.num.partitions", "3");
        all.put("transaction.state.log.replication.factor", replicas);
        all.put("transaction.state.log.min.isr", confirmed);
        all.put("controlled.shutdown.enable", "false"); // all end together, and none takes over
        all.put("group.initial.rebalance.delay.ms", "0");
        all.put("broker.session.timeout.ms", SESSION_MS); // so long one that was killed cannot come back
        all.put("broker.heartbeat.interval.ms", HEARTBEAT_MS);
        all.put("log.cleaner.dedupe.buffer.size", Integer.toString(CLEANER_BYTES));
        more.forEach((name, value) -> all.put(
                name,
                value.replace(":CONTROLLER_PORT", ":" + controllers.get(node))
                        .replace(":CLIENT_PORT", ":" + clients.get(node))
                        .replace(":PORT", ":" + ports.get(node))));
        return all;
    }

    /** Returns the addresses of all brokers, as {@code host:port,host:port}. */
    public String servers() {
        return ports.stream().map(port -> HOST + ":" + port).collect(Collectors.joining(","));
    }

    /** Returns the port of each broker for a listener that was added. */
    public List<Integer> clientPorts() {
        return clients;
    }

    /** Returns how many brokers there are, dead or alive. */
    public int size() {
        return nodes.size();
    }

    /** Kills a broker, numbered from 0 on, as {@code kill -9} does. */
    public void kill(int node) {
        nodes.get(node).kill();
    }

    /** Starts a broker that was killed, on its files, and waits until it serves. */
    public void restart(int node) throws IOException {
        nodes.set(node, launch(node));
        nodes.get(node).awaitLine(BrokerMain.READY);
    }

    /**
     * Creates topics with a replica on each broker. A broker that was not given the processor for longer than its
     * session counts as dead for a moment, and is waited for.
     *
     * @throws IOException where the brokers refuse that
     */
    public void create(int partitions, String... topics) throws IOException, InterruptedException {
        List<NewTopic> left = new ArrayList<>();
        for (String topic : topics) {
            left.add(new NewTopic(topic, partitions, (short) nodes.size()));
        }
        long startNs = System.nanoTime();
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", servers()))) {
            while (!left.isEmpty()) {
                for (Map.Entry<String, KafkaFuture<Void>> made :
                        admin.createTopics(left).values().entrySet()) {
                    if (isCreated(made.getValue(), startNs, topics)) {
                        left.removeIf(topic -> topic.name().equals(made.getKey()));
                    }
                }
            }
        }
    }

    /** Returns false where the creation of a topic is to be tried again, since brokers are missing. */
    private static boolean isCreated(KafkaFuture<Void> made, long startNs, String... topics)
            throws IOException, InterruptedException {
        try {
            made.get();
            return true;
        } catch (ExecutionException e) {
            boolean mayBeMissing = e.getCause() instanceof InvalidReplicationFactorException;
            if (mayBeMissing && System.nanoTime() - startNs < CREATION_NS) {
                TimeUnit.MILLISECONDS.sleep(LOOK_MS);
                return false;
            }
            throw new IOException("topics cannot be created topics=" + List.of(topics), e.getCause());
        }
    }

    /**
     * Ends all brokers in order: they write down what they know, and a later start need not restore it.
     *
     * @throws IOException where their standard input cannot be ended
     */
    public void stop() throws IOException {
        for (ClassProcess node : nodes) {
            node.stop();
        }
    }

    /** Kills all brokers. */
    @Override
    public void close() {
        nodes.forEach(ClassProcess::close);
    }
}
