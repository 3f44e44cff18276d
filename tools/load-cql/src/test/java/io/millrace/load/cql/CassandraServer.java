package io.millrace.load.cql;

import io.millrace.fixtures.FreePorts;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A real Cassandra of one node, from its Maven artifact, in a process of its own. It does not run on the Java that
 * Millrace wants, so it is given a Java 17, which Debian's packages put under {@code /usr/lib/jvm}.
 */
final class CassandraServer {
    private static final String LOCALHOST = "127.0.0.1";
    private static final int LAST_LINES = 30;
    private static final long LONGEST_START_S = 300;
    private static final List<String> EXPORTED = List.of(
            "java.base/java.lang.ref",
            "java.base/jdk.internal.misc",
            "java.base/jdk.internal.ref",
            "java.base/sun.nio.ch",
            "java.management.rmi/com.sun.jmx.remote.internal.rmi",
            "java.rmi/sun.rmi.registry",
            "java.rmi/sun.rmi.server",
            "java.rmi/sun.rmi.transport.tcp",
            "java.sql/java.sql");
    private static final List<String> OPENED = List.of(
            "java.base/java.io",
            "java.base/java.lang",
            "java.base/java.lang.module",
            "java.base/java.lang.reflect",
            "java.base/java.math",
            "java.base/java.net",
            "java.base/java.nio",
            "java.base/java.util",
            "java.base/java.util.concurrent",
            "java.base/java.util.concurrent.atomic",
            "java.base/jdk.internal.loader",
            "java.base/jdk.internal.math",
            "java.base/jdk.internal.module",
            "java.base/jdk.internal.ref",
            "java.base/jdk.internal.reflect",
            "java.base/jdk.internal.util.jar",
            "java.base/sun.nio.ch",
            "jdk.management/com.sun.management.internal");

    private final Process process;
    private final int port;
    private final Path log;

    private CassandraServer(Process process, int port, Path log) {
        this.process = process;
        this.port = port;
        this.log = log;
    }

    /** Returns the {@code java} of a Java 17, if there is one. */
    static Optional<Path> java17() {
        try (Stream<Path> installed = Files.list(Path.of("/usr/lib/jvm"))) {
            return installed
                    .filter(home -> home.getFileName().toString().contains("17"))
                    .map(home -> home.resolve("bin/java"))
                    .filter(Files::isExecutable)
                    .sorted()
                    .findFirst();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    static CassandraServer start(Path java, Path directory) throws IOException, InterruptedException {
        int port = FreePorts.next();
        Path configuration = directory.resolve("cassandra.yaml");
        Files.writeString(configuration, configuration(directory, port, FreePorts.next()));
        List<String> command = new ArrayList<>(List.of(java.toString(), "-Xmx384m", "-XX:TieredStopAtLevel=1"));
        command.add("-XX:+UseSerialGC");
        EXPORTED.forEach(name -> command.add("--add-exports=" + name + "=ALL-UNNAMED"));
        OPENED.forEach(name -> command.add("--add-opens=" + name + "=ALL-UNNAMED"));
        command.addAll(List.of(
                "-Djdk.attach.allowAttachSelf=true",
                "-Dcassandra.config=" + configuration.toUri(),
                "-Dcassandra.storagedir=" + directory,
                "-Dcassandra-foreground=yes",
                "-Dcassandra.ring_delay_ms=100",
                "-Dcassandra.skip_wait_for_gossip_to_settle=0",
                "-cp",
                classPath(),
                "org.apache.cassandra.service.CassandraDaemon"));
        Path log = directory.resolve("server.log");
        Process process = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        CassandraServer server = new CassandraServer(process, port, log);
        server.awaitStart();
        return server;
    }

    /** The libraries of this test without ours, which are too new for its Java, and with a log. */
    private static String classPath() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> entry.endsWith(".jar"))
                .filter(entry -> !Path.of(entry).getFileName().toString().matches("(millrace|slf4j-nop).*"))
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static String configuration(Path directory, int port, int storagePort) {
        return """
                cluster_name: test
                num_tokens: 1
                partitioner: org.apache.cassandra.dht.Murmur3Partitioner
                commitlog_sync: periodic
                commitlog_sync_period: 10000ms
                commitlog_segment_size: 4MiB
                commitlog_disk_access_mode: legacy
                endpoint_snitch: SimpleSnitch
                listen_address: 127.0.0.1
                rpc_address: 127.0.0.1
                native_transport_port: %d
                storage_port: %d
                auto_bootstrap: false
                seed_provider:
                  - class_name: org.apache.cassandra.locator.SimpleSeedProvider
                    parameters:
                      - seeds: "127.0.0.1:%d"
                memtable_heap_space: 32MiB
                memtable_offheap_space: 32MiB
                concurrent_reads: 4
                concurrent_writes: 4
                data_file_directories: [%s/data]
                """.formatted(port, storagePort, storagePort, directory);
    }

    private void awaitStart() throws InterruptedException {
        long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(LONGEST_START_S);
        while (!answers()) {
            if (!process.isAlive() || System.nanoTime() - endNs > 0) {
                stop();
                throw new IllegalStateException(
                        "Cassandra did not start alive=" + process.isAlive() + "\n" + lastLines());
            }
            TimeUnit.MILLISECONDS.sleep(100);
        }
    }

    private boolean answers() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1_000);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private String lastLines() {
        try {
            List<String> lines = Files.readAllLines(log);
            return String.join("\n", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String url(String keyspace) {
        return "cql://" + LOCALHOST + ":" + port + "/" + keyspace;
    }

    /** Kills it; its files are of no use any more. */
    void stop() throws InterruptedException {
        process.destroyForcibly();
        process.waitFor();
    }
}
