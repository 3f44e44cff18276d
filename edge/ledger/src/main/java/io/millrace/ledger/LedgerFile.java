package io.millrace.ledger;

import io.millrace.net.HostPort;
import io.millrace.net.NetException;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Properties;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Reads the file of a ledger. Each error names the file, the key and the value. */
final class LedgerFile {
    static final int MOST_CLIENTS = 1_000;

    private static final int MOST_BYTES = 1 << 20;
    private static final Pattern CLIENT = Pattern.compile("[A-Za-z0-9._@-]{1,100}");

    /** The name of a seat is that of its folder, too. */
    private static final Pattern SEAT = Pattern.compile("[A-Za-z0-9_@-][A-Za-z0-9._@-]{0,99}");

    private final Path file;
    private final Properties values;
    private final Set<String> unknown = new TreeSet<>();

    private LedgerFile(Path file, Properties values) {
        this.file = file;
        this.values = values;
        unknown.addAll(values.stringPropertyNames());
    }

    /** A file that gives a value twice says nothing certain. */
    private static final class OnceEach extends Properties {
        private static final long serialVersionUID = 1;

        @Override
        public synchronized Object put(Object key, Object value) {
            if (containsKey(key)) {
                throw new IllegalArgumentException("it is given twice key=" + key);
            }
            return super.put(key, value);
        }
    }

    static LedgerConfig read(Path directory) {
        Path file = directory.resolve(LedgerConfig.FILE);
        Properties values = new OnceEach();
        try {
            if (Files.size(file) > MOST_BYTES) {
                throw new LedgerException("the ledger's file is too long bytes=" + Files.size(file) + " most="
                        + MOST_BYTES + " file=" + file);
            }
            values.load(new StringReader(Files.readString(file)));
        } catch (IOException e) {
            throw new LedgerException("cannot read the ledger's file; millrace ledger init makes one file=" + file, e);
        } catch (IllegalArgumentException e) {
            throw new LedgerException("the ledger's file is wrong file=" + file + " reason=" + e.getMessage(), e);
        }
        return new LedgerFile(file, values).config(directory);
    }

    static boolean isClient(String name) {
        return CLIENT.matcher(name).matches();
    }

    private LedgerConfig config(Path directory) {
        Digest id = value("chain", text -> Digest.of(HexFormat.of().parseHex(text)));
        long startMs = value("startMs", Long::parseLong);
        List<LedgerConfig.Place> seats = seats();
        SequencedMap<String, VerificationKey> clients = clients();
        if (!unknown.isEmpty()) {
            throw new LedgerException("the ledger's file has unknown keys keys=" + unknown + " file=" + file);
        }
        return new LedgerConfig(directory, id, startMs, seats, clients);
    }

    private List<LedgerConfig.Place> seats() {
        int count = value("seats", text -> Committee.of(Integer.parseInt(text)).seats());
        Set<Object> taken = new HashSet<>();
        List<LedgerConfig.Place> seats = new ArrayList<>();
        for (int seat = 0; seat < count; seat++) {
            String prefix = "seat." + seat + ".";
            seats.add(new LedgerConfig.Place(
                    value(prefix + "name", text -> once(taken, named(SEAT, text))),
                    value(prefix + "key", text -> once(taken, key(text))),
                    value(prefix + "address", text -> once(taken, HostPort.parse(text)))));
        }
        return seats;
    }

    private SequencedMap<String, VerificationKey> clients() {
        SequencedMap<String, VerificationKey> clients = new LinkedHashMap<>();
        int count = values.containsKey("clients") ? value("clients", LedgerFile::clientCount) : 0;
        Set<Object> taken = new HashSet<>();
        for (int client = 0; client < count; client++) {
            String prefix = "client." + client + ".";
            clients.put(
                    value(prefix + "name", text -> once(taken, named(CLIENT, text))),
                    value(prefix + "key", LedgerFile::key));
        }
        return clients;
    }

    private static int clientCount(String text) {
        int count = Integer.parseInt(text);
        if (count < 0 || count > MOST_CLIENTS) {
            throw new IllegalArgumentException("0 to " + MOST_CLIENTS + " clients sign");
        }
        return count;
    }

    private static VerificationKey key(String text) {
        return VerificationKey.register(HexFormat.of().parseHex(text));
    }

    private static String named(Pattern pattern, String text) {
        if (!pattern.matcher(text).matches()) {
            throw new IllegalArgumentException("a name matches " + pattern);
        }
        return text;
    }

    private static <T> T once(Set<Object> taken, T value) {
        if (!taken.add(value)) {
            throw new IllegalArgumentException("another one has it");
        }
        return value;
    }

    private <T> T value(String key, Function<String, T> parser) {
        String text = values.getProperty(key);
        if (text == null) {
            throw new LedgerException("the ledger's file lacks a value key=" + key + " file=" + file);
        }
        unknown.remove(key);
        try {
            return parser.apply(text.strip());
        } catch (IllegalArgumentException | LedgerException | NetException e) {
            throw new LedgerException(
                    "the ledger's file has a wrong value key=" + key + " value=" + text.strip() + " file=" + file
                            + " reason=" + e.getMessage(),
                    e);
        }
    }
}
