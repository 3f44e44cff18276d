package io.millrace.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.ChannelWriter;
import io.millrace.service.ServiceException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.apache.kafka.clients.admin.ScramCredentialInfo;
import org.apache.kafka.clients.admin.ScramMechanism;
import org.apache.kafka.clients.admin.UserScramCredentialUpsertion;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A broker that asks for TLS, a password and rights. The keys are made here, by the JDK's keytool. */
@Tag("engine")
@Tag("process")
class SecuredBrokerTest {
    private static final String STORE_SECRET = "store-secret-11";
    private static final String FEED_SECRET = "feed-secret-22";
    private static final String WRONG_SECRET = "wrong-secret-33";
    private static final String LOGIN =
            "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"%s\" password=\"%s\"";
    private static final String SCRAM_LOGIN = "org.apache.kafka.common.security.scram.ScramLoginModule";
    private static final String FAST = "default.api.timeout.ms=3000";
    private static final String FAST_REQUESTS = "request.timeout.ms=2000";

    /** The fewest that Kafka takes. */
    private static final int ITERATIONS = 4_096;

    @TempDir
    static Path shared;

    private static TestBroker broker;

    @TempDir
    Path directory;

    @BeforeAll
    static void startBroker() throws Exception {
        keytool(
                "-genkeypair",
                "-alias",
                "broker",
                "-keyalg",
                "EC",
                "-dname",
                "CN=broker",
                "-ext",
                "SAN=ip:127.0.0.1",
                "-validity",
                "30",
                "-keystore",
                shared.resolve("broker.p12").toString());
        keytool(
                "-exportcert",
                "-alias",
                "broker",
                "-keystore",
                shared.resolve("broker.p12").toString(),
                "-file",
                shared.resolve("broker.crt").toString());
        keytool(
                "-importcert",
                "-noprompt",
                "-alias",
                "broker",
                "-file",
                shared.resolve("broker.crt").toString(),
                "-keystore",
                shared.resolve("trust.p12").toString());
        Map<String, String> client = new LinkedHashMap<>();
        for (String setting : settings("admin", "admin-secret")) {
            client.put(setting.substring(0, setting.indexOf('=')), setting.substring(setting.indexOf('=') + 1));
        }
        client.remove("default.api.timeout.ms");
        client.remove("request.timeout.ms");
        broker = TestBroker.start(shared.resolve("broker"), properties(), client);
        broker.create("open", 1);
        broker.create("open-for-others", 1);
        broker.create("open-for-many", 1);
        broker.create("closed", 1);
        allow(ResourceType.TOPIC, "open", AclOperation.READ, AclOperation.WRITE, AclOperation.DESCRIBE);
        allow(ResourceType.TOPIC, "closed", AclOperation.DESCRIBE);
        allow(
                ResourceType.TOPIC,
                "millrace-progress",
                AclOperation.READ,
                AclOperation.WRITE,
                AclOperation.CREATE,
                AclOperation.DESCRIBE,
                AclOperation.DESCRIBE_CONFIGS);
        allow(ResourceType.TRANSACTIONAL_ID, "millrace-", AclOperation.WRITE, AclOperation.DESCRIBE);
    }

    private static Map<String, String> properties() {
        Map<String, String> properties = new LinkedHashMap<>(TestBroker.PATIENT);
        properties.put("listeners", "SASL_SSL://127.0.0.1:PORT,CONTROLLER://127.0.0.1:CONTROLLER_PORT");
        properties.put("advertised.listeners", "SASL_SSL://127.0.0.1:PORT");
        properties.put("listener.security.protocol.map", "SASL_SSL:SASL_SSL,CONTROLLER:PLAINTEXT");
        properties.put("inter.broker.listener.name", "SASL_SSL");
        properties.put("sasl.mechanism.inter.broker.protocol", "PLAIN");
        properties.put("sasl.enabled.mechanisms", "PLAIN,SCRAM-SHA-256,SCRAM-SHA-512");
        for (String mechanism : List.of("256", "512")) {
            properties.put(
                    "listener.name.sasl_ssl.scram-sha-" + mechanism + ".sasl.jaas.config", SCRAM_LOGIN + " required;");
        }
        properties.put(
                "listener.name.sasl_ssl.plain.sasl.jaas.config",
                LOGIN.formatted("admin", "admin-secret") + " user_admin=\"admin-secret\" user_feed=\"" + FEED_SECRET
                        + "\" user_guest=\"guest-secret\";");
        properties.put("ssl.keystore.location", shared.resolve("broker.p12").toString());
        properties.put("ssl.keystore.password", STORE_SECRET);
        properties.put("ssl.keystore.type", "PKCS12");
        properties.put("ssl.truststore.location", shared.resolve("trust.p12").toString());
        properties.put("ssl.truststore.password", STORE_SECRET);
        properties.put("authorizer.class.name", "org.apache.kafka.metadata.authorizer.StandardAuthorizer");
        properties.put("super.users", "User:admin;User:ANONYMOUS");
        return properties;
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    private static void keytool(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(), "-J-XX:TieredStopAtLevel=1"));
        command.addAll(List.of(arguments));
        command.addAll(List.of("-storetype", "PKCS12", "-storepass", STORE_SECRET));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), output);
    }

    private static void allow(ResourceType type, String name, AclOperation... operations) {
        List<AclBinding> bindings = new ArrayList<>();
        for (AclOperation operation : operations) {
            bindings.add(new AclBinding(
                    new ResourcePattern(type, name, PatternType.PREFIXED),
                    new AccessControlEntry("User:feed", "*", operation, AclPermissionType.ALLOW)));
        }
        TopicCheck.result(() -> broker.admin().createAcls(bindings).all().get());
    }

    private static List<String> settings(String user, String password) {
        return List.of(
                "security.protocol=SASL_SSL",
                "sasl.mechanism=PLAIN",
                "sasl.jaas.config=" + LOGIN.formatted(user, password) + ";",
                "ssl.truststore.location=" + shared.resolve("trust.p12"),
                "ssl.truststore.password=" + STORE_SECRET,
                FAST,
                FAST_REQUESTS);
    }

    private GatewayRun gateway(List<String> settings) {
        GatewayRun run = new GatewayRun(broker.servers(), "open", directory.resolve("gateway"));
        run.settings = settings;
        return run;
    }

    @Test
    void withTlsAndAPasswordFromAFileCallsGoOutAndComeIn() throws IOException {
        Path secret = Files.writeString(directory.resolve("secret"), FEED_SECRET + "\n");
        List<String> settings = settings("feed", "${file:" + secret + "}");
        try (GatewayRun run = gateway(settings).trades(1, 3)) {
            assertEquals(List.of("published: open", "published: open", "published: open"), run.outcomes(3));
        }
        try (SourceRun run = new SourceRun(broker, "open", directory.resolve("source"))) {
            run.settings = settings;
            assertEquals(SourceRun.trades(1, 2, 3), run.toEnd());
        }
    }

    private static List<String> scram(ScramMechanism mechanism, String password) {
        List<String> settings = new ArrayList<>(settings("feed", password));
        settings.set(1, "sasl.mechanism=" + mechanism.mechanismName());
        settings.set(
                2, "sasl.jaas.config=" + SCRAM_LOGIN + " required username=\"feed\" password=\"" + password + "\";");
        return settings;
    }

    @Test
    void withScramCallsGoOutAndComeInAndAWrongPasswordStopsTheRun() {
        for (ScramMechanism mechanism : List.of(ScramMechanism.SCRAM_SHA_256, ScramMechanism.SCRAM_SHA_512)) {
            ScramCredentialInfo info = new ScramCredentialInfo(mechanism, ITERATIONS);
            TopicCheck.result(() -> broker.admin()
                    .alterUserScramCredentials(List.of(new UserScramCredentialUpsertion("feed", info, FEED_SECRET)))
                    .all()
                    .get());
            String topic = "open-" + mechanism.name().replace('_', '-');
            broker.create(topic, 1);
            Path own = directory.resolve(topic);
            try (GatewayRun run = new GatewayRun(broker.servers(), topic, own.resolve("gateway"))) {
                run.name = topic;
                run.settings = scram(mechanism, FEED_SECRET);
                assertEquals(
                        List.of("published: " + topic, "published: " + topic),
                        run.trades(1, 2).outcomes(2));
            }
            try (SourceRun run = new SourceRun(broker, topic, own.resolve("source"))) {
                run.settings = scram(mechanism, FEED_SECRET);
                assertEquals(SourceRun.trades(1, 2), run.toEnd());
            }
            try (GatewayRun run = new GatewayRun(broker.servers(), topic, own.resolve("wrong"))) {
                run.settings = scram(mechanism, WRONG_SECRET);
                run.trades(1, 1);
                assertSaysWithoutSecrets("SaslAuthenticationException", () -> run.outcomes(1));
            }
        }
    }

    @Test
    void aTopicThatIsNotAuthorisedIsTheAnswer() {
        try (GatewayRun run = gateway(settings("feed", FEED_SECRET))) {
            run.name = "refused";
            run.topic = Optional.of("open-for-others");
            run.topics = List.of("closed=closed");
            try (ChannelWriter writer = run.writer()) {
                Trades out = writer.as(Trades.class);
                out.closed("S0");
                out.trade(new Trade("S1", 1.5, 1));
                out.closed("S1");
                writer.journalWriter().orElseThrow().sync();
            }
            List<String> outcomes = run.outcomes(3);
            assertTrue(
                    outcomes.get(0).startsWith("refused: topic: closed error: TopicAuthorizationException"),
                    outcomes::toString);
            assertEquals("published: open-for-others", outcomes.get(1));
            assertTrue(outcomes.get(2).startsWith("refused: topic: closed"), outcomes::toString);
        }
    }

    /** So many that the refusal arrives while the others of its batch are still being sent. */
    @Test
    void callsThatAreSentWhileATopicIsRefusedArePublished() {
        int trades = 5_000;
        try (GatewayRun run = gateway(settings("feed", FEED_SECRET))) {
            run.name = "many";
            run.topic = Optional.of("open-for-many");
            run.topics = List.of("closed=closed");
            try (ChannelWriter writer = run.writer()) {
                Trades out = writer.as(Trades.class);
                out.closed("S0");
                for (int i = 0; i < trades; i++) {
                    out.trade(new Trade("S" + i, 1.5, i));
                }
                writer.journalWriter().orElseThrow().sync();
            }
            List<String> outcomes = run.outcomes(1 + trades);
            assertTrue(outcomes.getFirst().startsWith("refused: topic: closed"), outcomes::getFirst);
            assertEquals(Collections.nCopies(trades, "published: open-for-many"), outcomes.subList(1, outcomes.size()));
        }
    }

    @Test
    void aWrongPasswordStopsTheRunAndIsNotPrinted() {
        List<String> logged = new ArrayList<>();
        Logger root = Logger.getLogger("");
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord record) {
                logged.add(record.getMessage() + record.getThrown());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Level before = root.getLevel();
        root.addHandler(handler);
        root.setLevel(Level.ALL);
        try {
            List<String> wrong = settings("feed", WRONG_SECRET);
            try (GatewayRun run = gateway(wrong).trades(1, 1)) {
                assertSaysWithoutSecrets("SaslAuthenticationException", () -> run.outcomes(1));
                assertEquals(List.of(), run.written());
            }
            try (SourceRun run = new SourceRun(broker, "open", directory.resolve("source"))) {
                run.settings = wrong;
                assertSaysWithoutSecrets("SaslAuthenticationException", run::toEnd);
            }
            assertSaysWithoutSecrets(
                    "SaslAuthenticationException",
                    () -> KafkaTopics.partitions(broker.servers(), "open", Optional.empty(), wrong));
        } finally {
            root.setLevel(before);
            root.removeHandler(handler);
        }
        assertFalse(logged.toString().contains(WRONG_SECRET), logged::toString);
        assertFalse(logged.toString().contains(STORE_SECRET), logged::toString);
    }

    /** Asserts that an error has a part in its message, and secrets nowhere in its trace. */
    private static void assertSaysWithoutSecrets(String part, Runnable run) {
        RuntimeException error = assertThrows(RuntimeException.class, run::run);
        assertTrue(error instanceof ServiceException || error instanceof KafkaServiceException, error::toString);
        assertTrue(error.getMessage().contains(part), error.getMessage());
        StringWriter trace = new StringWriter();
        error.printStackTrace(new PrintWriter(trace, true));
        assertFalse(trace.toString().contains(WRONG_SECRET), trace::toString);
        assertFalse(trace.toString().contains(STORE_SECRET), trace::toString);
    }

    @Test
    void aBrokerThatIsNotTrustedIsSaid() {
        List<String> trustless = List.of(
                "security.protocol=SASL_SSL",
                "sasl.mechanism=PLAIN",
                "sasl.jaas.config=" + LOGIN.formatted("feed", FEED_SECRET) + ";",
                FAST,
                FAST_REQUESTS);
        try (GatewayRun run = gateway(trustless).trades(1, 1)) {
            assertSaysWithoutSecrets("SslAuthenticationException", () -> run.outcomes(1));
        }
    }

    @Test
    void missingRightsOfAUserAreSaid() {
        List<String> guest = settings("guest", "guest-secret");
        try (GatewayRun run = gateway(guest).trades(1, 1)) {
            assertSaysWithoutSecrets("TopicAuthorizationException", () -> run.outcomes(1));
        }
        try (SourceRun run = new SourceRun(broker, "open", directory.resolve("source"))) {
            run.settings = guest;
            assertSaysWithoutSecrets("TopicAuthorizationException", run::toEnd);
        }
    }
}
