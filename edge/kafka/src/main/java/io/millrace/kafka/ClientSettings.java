package io.millrace.kafka;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigException;

/**
 * The settings of clients, as Kafka names them: from a file of properties, from the topology, and what a source or
 * gateway itself needs. {@code ${env:NAME}} stands for a variable of the environment, {@code ${file:PATH}} for the
 * text of a file without its last line end, so that secrets are in neither.
 *
 * <p>Nothing of it is printed but names: Kafka's own messages may quote values, and what they quote of a secret is
 * replaced here. Immutable.
 */
final class ClientSettings {
    /** Bounds every call of a client that waits, where the settings do not say how. */
    private static final int CALL_TIMEOUT_MS = 15_000;

    /** Bounds each request within such a call, so that another broker is tried in time. */
    private static final int REQUEST_TIMEOUT_MS = 5_000;

    /** The default of Kafka for how long a producer collects records; a call has to last longer than both together. */
    private static final int LINGER_MS = 5;

    /** The default of Kafka. */
    private static final long MAX_REQUEST_BYTES = 1 << 20;

    private static final Pattern REFERENCE = Pattern.compile("\\$\\{(env|file):([^}]+)\\}");
    private static final Pattern SECRET_NAME = Pattern.compile("password|secret|jaas|token|credential|\\.key$");

    /** Shorter texts would make messages unreadable where they are replaced. */
    private static final int MIN_SECRET_CHARACTERS = 4;

    private static final long MAX_FILE_BYTES = 1 << 20;

    private final Map<String, String> values;
    private final List<String> secrets;

    private ClientSettings(Map<String, String> values, Collection<String> secrets) {
        this.values = new TreeMap<>(values);
        this.secrets = List.copyOf(secrets);
    }

    /**
     * Reads settings.
     *
     * @param servers the first brokers to ask, as {@code host:port,host:port}
     * @param file a file of properties
     * @param given further settings as {@code name=value}, which win over the file
     * @param reserved names that must not be set, since exactness depends on them
     * @throws KafkaServiceException where a file or variable is missing or a name is reserved
     */
    static ClientSettings of(String servers, Optional<Path> file, List<String> given, Set<String> reserved) {
        return of(servers, file, given, reserved, System::getenv);
    }

    /** Reads settings with an environment of its own. */
    static ClientSettings of(
            String servers,
            Optional<Path> file,
            List<String> given,
            Set<String> reserved,
            UnaryOperator<String> environment) {
        Map<String, String> raw = new TreeMap<>();
        file.ifPresent(path -> raw.putAll(properties(path)));
        for (String setting : given) {
            int equals = setting.indexOf('=');
            if (equals < 1) {
                throw new KafkaServiceException("a setting has the form name=value setting=" + setting);
            }
            raw.put(
                    setting.substring(0, equals).strip(),
                    setting.substring(equals + 1).strip());
        }
        for (String name : raw.keySet()) {
            if (reserved.contains(name)) {
                throw new KafkaServiceException(
                        "a setting cannot be changed, since every record must be read or written exactly once name="
                                + name);
            }
        }
        raw.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, servers);
        Map<String, String> values = new TreeMap<>();
        List<String> secrets = new ArrayList<>();
        raw.forEach((name, value) -> {
            String resolved = resolved(name, value, environment, secrets);
            if (SECRET_NAME.matcher(name).find()) {
                secrets.add(resolved);
            }
            values.put(name, resolved);
        });
        secrets.removeIf(secret -> secret.length() < MIN_SECRET_CHARACTERS);
        return new ClientSettings(values, secrets);
    }

    private static Map<String, String> properties(Path path) {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(path, StandardCharsets.UTF_8)) {
            properties.load(reader);
        } catch (IOException | IllegalArgumentException e) {
            throw new KafkaServiceException("cannot read the settings of the client file=" + path + " reason=" + e, e);
        }
        Map<String, String> read = new TreeMap<>();
        properties.stringPropertyNames().forEach(name -> read.put(name, properties.getProperty(name)));
        return read;
    }

    private static String resolved(String name, String value, UnaryOperator<String> environment, List<String> secrets) {
        Matcher references = REFERENCE.matcher(value);
        StringBuilder text = new StringBuilder();
        while (references.find()) {
            String found = references.group(1).equals("env")
                    ? variable(name, references.group(2), environment)
                    : text(name, Path.of(references.group(2)));
            secrets.add(found);
            references.appendReplacement(text, Matcher.quoteReplacement(found));
        }
        return references.appendTail(text).toString();
    }

    private static String variable(String name, String variable, UnaryOperator<String> environment) {
        String found = environment.apply(variable);
        if (found == null) {
            throw new KafkaServiceException(
                    "a variable of the environment is missing setting=" + name + " variable=" + variable);
        }
        return found;
    }

    private static String text(String name, Path file) {
        try {
            long bytes = Files.size(file);
            if (bytes > MAX_FILE_BYTES) {
                throw new KafkaServiceException("the file of a setting is too large setting=" + name + " file=" + file
                        + " bytes=" + bytes + " limit=" + MAX_FILE_BYTES);
            }
            return Files.readString(file).replaceFirst("\\r?\\n$", "");
        } catch (IOException e) {
            throw new KafkaServiceException(
                    "the file of a setting cannot be read setting=" + name + " file=" + file + " reason=" + e, e);
        }
    }

    /**
     * Returns the settings of one client.
     *
     * @param clientId names the client in logs and meters of brokers
     * @param own what the client needs; it wins
     */
    Map<String, Object> forClient(String clientId, Map<String, ?> own) {
        Map<String, Object> all = new TreeMap<>();
        all.put(CommonClientConfigs.REQUEST_TIMEOUT_MS_CONFIG, REQUEST_TIMEOUT_MS);
        all.put(CommonClientConfigs.SOCKET_CONNECTION_SETUP_TIMEOUT_MAX_MS_CONFIG, REQUEST_TIMEOUT_MS);
        all.put(CommonClientConfigs.SOCKET_CONNECTION_SETUP_TIMEOUT_MS_CONFIG, REQUEST_TIMEOUT_MS);
        all.put(CommonClientConfigs.RECONNECT_BACKOFF_MAX_MS_CONFIG, 1_000);
        all.putAll(values);
        all.put(CommonClientConfigs.CLIENT_ID_CONFIG, clientId);
        all.putAll(own);
        return all;
    }

    /** Returns the settings of a consumer that a producer needs beside it: without what is only for producers. */
    Map<String, Object> forConsumer(String clientId, Map<String, ?> own) {
        Map<String, Object> all = forClient(clientId, own);
        all.remove("interceptor.classes");
        return all;
    }

    /** Returns the setting of a name, if it was given. */
    Optional<String> get(String name) {
        return Optional.ofNullable(values.get(name));
    }

    /** Returns the size of the largest record that a producer sends; that of Kafka where the settings do not say it. */
    long maxRequestBytes() {
        String text = values.get(ProducerConfig.MAX_REQUEST_SIZE_CONFIG);
        try {
            return text == null ? MAX_REQUEST_BYTES : Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new KafkaServiceException(
                    "a setting is no number of bytes name=" + ProducerConfig.MAX_REQUEST_SIZE_CONFIG, e);
        }
    }

    /** Returns the bound of every call of a client that waits, in milliseconds. */
    int callTimeoutMs() {
        int call = milliseconds(CommonClientConfigs.DEFAULT_API_TIMEOUT_MS_CONFIG, CALL_TIMEOUT_MS);
        int request = milliseconds(CommonClientConfigs.REQUEST_TIMEOUT_MS_CONFIG, REQUEST_TIMEOUT_MS);
        int least = request + milliseconds(ProducerConfig.LINGER_MS_CONFIG, LINGER_MS);
        if (call >= least) {
            return call;
        }
        throw new KafkaServiceException("a setting must be at least those of a request and of linger.ms together name="
                + CommonClientConfigs.DEFAULT_API_TIMEOUT_MS_CONFIG + " minimumMs=" + least);
    }

    private int milliseconds(String name, int otherwise) {
        String text = values.get(name);
        try {
            return text == null ? otherwise : Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new KafkaServiceException("a setting is no number of milliseconds name=" + name, e);
        }
    }

    String servers() {
        return values.get(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG);
    }

    /** Returns what an error says, without the values of secrets. */
    String said(Throwable error) {
        StringBuilder text = new StringBuilder(error.getClass().getSimpleName());
        Throwable cause = error;
        while (cause != null) {
            if (cause.getMessage() != null) {
                text.append(": ").append(cause.getMessage());
            }
            cause = cause.getCause() instanceof ConfigException config ? config : null;
        }
        String said = text.toString();
        for (String secret : secrets) {
            said = said.replace(secret, "***");
        }
        return said;
    }

    /**
     * Returns an error as the cause of another: itself, unless it may quote a secret.
     */
    Throwable cause(Throwable error) {
        for (Throwable each = error; each != null; each = each.getCause()) {
            if (each instanceof ConfigException) {
                return null;
            }
            for (String secret : secrets) {
                if (each.getMessage() != null && each.getMessage().contains(secret)) {
                    return null;
                }
            }
        }
        return error;
    }
}
