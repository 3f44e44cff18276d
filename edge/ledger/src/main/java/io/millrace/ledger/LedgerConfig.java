package io.millrace.ledger;

import io.millrace.net.HostPort;
import io.millrace.net.LinkOptions;
import io.millrace.net.NetException;
import io.millrace.net.TlsIdentity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.stream.Stream;

/**
 * What all seats of a ledger have in common, and where each is: the file {@value #FILE} of the ledger's directory. Each
 * seat has a folder of its name there, with its key {@value #KEY}, its blocks, and with {@value #CERTIFICATE}, {@value
 * #CERTIFICATE_KEY} and {@value #TRUSTED} where its links use TLS: the common name of its certificate is that of the
 * seat.
 *
 * @param directory the directory of the ledger
 * @param id the name of the chain
 * @param startMs when it was made, in milliseconds since 1970
 * @param seats its seats
 * @param clients the clients that sign their calls: the key of each, by its principal
 */
public record LedgerConfig(
        Path directory, Digest id, long startMs, List<Place> seats, SequencedMap<String, VerificationKey> clients) {
    /** The name of the file. */
    public static final String FILE = "ledger.properties";

    /** The private key of a seat: the seed as 64 hexadecimal digits. */
    public static final String KEY = "seat.key";

    /** The certificate of a seat, in PEM format. */
    public static final String CERTIFICATE = "tls.crt";

    /** The private key of the certificate. */
    public static final String CERTIFICATE_KEY = "tls.key";

    /** The certificates of the authorities that are trusted. */
    public static final String TRUSTED = "ca.crt";

    private static final String BLOCKS = "blocks";
    private static final String STATUS = "status.properties";

    /**
     * A seat.
     *
     * @param name its name, that of its folder
     * @param key its public key
     * @param address where it listens
     */
    public record Place(String name, VerificationKey key, HostPort address) {
        /** Checks that nothing is missing. */
        public Place {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(key, "key");
            Objects.requireNonNull(address, "address");
        }
    }

    /** Takes copies of seats and clients. */
    public LedgerConfig {
        Objects.requireNonNull(directory, "directory");
        Objects.requireNonNull(id, "id");
        seats = List.copyOf(seats);
        clients = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(clients));
    }

    /**
     * Reads the file of a directory.
     *
     * @throws LedgerException if it is missing or wrong: a value of another kind, an unknown key, a name, key or
     *     address twice, or more than there may be
     */
    public static LedgerConfig read(Path directory) {
        return LedgerFile.read(directory);
    }

    /** Returns the content of the file. */
    String text() {
        StringBuilder text = new StringBuilder();
        text.append("chain=").append(HexFormat.of().formatHex(id.bytes())).append('\n');
        text.append("startMs=").append(startMs).append('\n');
        text.append("seats=").append(seats.size()).append('\n');
        for (int seat = 0; seat < seats.size(); seat++) {
            Place place = seats.get(seat);
            String prefix = "seat." + seat + ".";
            text.append(prefix).append("name=").append(place.name()).append('\n');
            text.append(prefix)
                    .append("key=")
                    .append(HexFormat.of().formatHex(place.key().bytes()))
                    .append('\n');
            text.append(prefix).append("address=").append(place.address()).append('\n');
        }
        if (!clients.isEmpty()) {
            text.append("clients=").append(clients.size()).append('\n');
            int client = 0;
            for (Map.Entry<String, VerificationKey> each : clients.entrySet()) {
                String prefix = "client." + client++ + ".";
                text.append(prefix).append("name=").append(each.getKey()).append('\n');
                text.append(prefix).append("key=").append(each.getValue()).append('\n');
            }
        }
        return text.toString();
    }

    /**
     * Adds a client that signs its calls, or gives it another key, in the file. Each seat needs the same file, and
     * reads it when it starts; before the first call of the client.
     *
     * @param principal the name of the client
     * @throws LedgerException if the name is none, or there are too many clients
     */
    public LedgerConfig withClient(String principal, VerificationKey key) {
        if (!LedgerFile.isClient(principal)) {
            throw new LedgerException("a client has a name of letters, digits and .-_@ name=" + principal);
        }
        SequencedMap<String, VerificationKey> all = new LinkedHashMap<>(clients);
        all.put(principal, key);
        if (all.size() > LedgerFile.MOST_CLIENTS) {
            throw new LedgerException("too many clients sign most=" + LedgerFile.MOST_CLIENTS);
        }
        LedgerConfig config = new LedgerConfig(directory, id, startMs, seats, all);
        Path fresh = directory.resolve(FILE + ".new");
        try {
            Files.writeString(fresh, config.text());
            Files.move(
                    fresh,
                    directory.resolve(FILE),
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the ledger's file directory=" + directory, e);
        }
        return config;
    }

    /**
     * Makes a ledger: the file, and for each seat its folder with a key and an empty record of what was signed. A
     * seat's folder is then moved to where the seat runs; its key is never copied.
     *
     * @param directory a directory that does not exist or is empty
     * @param addresses where the seats listen, one for each
     * @throws LedgerException if something is there, an address is none, or the number of seats is out of range
     */
    public static LedgerConfig init(Path directory, List<String> addresses, long nowMs) {
        List<HostPort> at = addresses(addresses);
        try {
            Files.createDirectories(
                    directory, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            try (Stream<Path> found = Files.list(directory)) {
                if (found.findAny().isPresent()) {
                    throw new LedgerException("a ledger is made in an empty directory directory=" + directory);
                }
            }
            List<Place> seats = new ArrayList<>();
            for (int seat = 0; seat < addresses.size(); seat++) {
                String name = "seat" + seat;
                Path folder = Files.createDirectory(directory.resolve(name));
                SigningKey key = SeatKey.generate(folder.resolve(KEY));
                SeatStore.create(folder.resolve(BLOCKS));
                seats.add(new Place(name, key.verificationKey(), at.get(seat)));
            }
            Sha256 name = Sha256.of("millrace.ledger.chain.1").add(nowMs);
            seats.forEach(seat -> name.add(seat.key().bytes()));
            LedgerConfig config = new LedgerConfig(directory, name.digest(), nowMs, seats, new LinkedHashMap<>());
            Files.writeString(directory.resolve(FILE), config.text());
            return config;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make a ledger directory=" + directory, e);
        }
    }

    private static List<HostPort> addresses(List<String> addresses) {
        try {
            List<HostPort> parsed = addresses.stream().map(HostPort::parse).toList();
            Committee.of(parsed.size());
            return parsed;
        } catch (NetException e) {
            throw new LedgerException(e.getMessage(), e);
        }
    }

    /** Returns the chain. */
    LedgerChain chain() {
        List<byte[]> keys = seats.stream().map(seat -> seat.key().bytes()).toList();
        return new LedgerChain(id, 0, Committee.of(seats.size()), keys, startMs);
    }

    private Path folder(int seat) {
        if (seat < 0 || seat >= seats.size()) {
            throw new LedgerException("no seat of the ledger seat=" + seat + " seats=" + seats.size());
        }
        return directory.resolve(seats.get(seat).name());
    }

    /** Returns the file in which a running seat says how it is. */
    Path statusFile(int seat) {
        return folder(seat).resolve(STATUS);
    }

    Path blocks(int seat) {
        return folder(seat).resolve(BLOCKS);
    }

    /**
     * Returns the signatures of a seat, whose key is in its folder.
     *
     * @throws LedgerException if there is no such seat, or the key is missing or that of another seat
     */
    public KeySignatures signatures(int seat) {
        SigningKey key = SeatKey.read(folder(seat).resolve(KEY));
        if (!key.verificationKey().equals(seats.get(seat).key())) {
            throw new LedgerException("the key is not that of the seat seat=" + seat + " file="
                    + folder(seat).resolve(KEY));
        }
        return new KeySignatures(
                Signatures.fastest(), key, seats.stream().map(Place::key).toList());
    }

    /** Returns what is demanded of batches of calls. */
    public ClientSignatures clientSignatures() {
        return new ClientSignatures(Signatures.fastest(), id, clients);
    }

    /** Returns how links are made: with TLS where the seat has a certificate, and otherwise on loopback alone. */
    LinkOptions links(int seat) {
        Path folder = folder(seat);
        LinkOptions options = LinkOptions.defaults();
        return Files.exists(folder.resolve(CERTIFICATE))
                ? options.withTls(TlsIdentity.ofPem(
                        folder.resolve(CERTIFICATE), folder.resolve(CERTIFICATE_KEY), folder.resolve(TRUSTED)))
                : options;
    }
}
