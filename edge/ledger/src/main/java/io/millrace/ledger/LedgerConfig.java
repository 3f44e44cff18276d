package io.millrace.ledger;

import io.millrace.net.HostPort;
import io.millrace.net.LinkOptions;
import io.millrace.net.NetException;
import io.millrace.net.TlsIdentity;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
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
 */
public record LedgerConfig(Path directory, Digest id, long startMs, List<Place> seats) {
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

    /** Takes a copy of the seats. */
    public LedgerConfig {
        Objects.requireNonNull(directory, "directory");
        Objects.requireNonNull(id, "id");
        seats = List.copyOf(seats);
    }

    /**
     * Reads the file of a directory.
     *
     * @throws LedgerException if it is missing or wrong
     */
    public static LedgerConfig read(Path directory) {
        Path file = directory.resolve(FILE);
        Properties values = new Properties();
        try (Reader in = Files.newBufferedReader(file)) {
            values.load(in);
        } catch (IOException | IllegalArgumentException e) {
            throw new LedgerException("cannot read the ledger's file; millrace ledger init makes one file=" + file, e);
        }
        try {
            int count = Integer.parseInt(value(values, "seats", file));
            List<Place> seats = new ArrayList<>();
            for (int seat = 0; seat < Math.min(count, Committee.MAX_SEATS); seat++) {
                String prefix = "seat." + seat + ".";
                seats.add(new Place(
                        value(values, prefix + "name", file),
                        VerificationKey.register(HexFormat.of().parseHex(value(values, prefix + "key", file))),
                        HostPort.parse(value(values, prefix + "address", file))));
            }
            Digest id = Digest.of(HexFormat.of().parseHex(value(values, "chain", file)));
            return new LedgerConfig(directory, id, Long.parseLong(value(values, "startMs", file)), seats);
        } catch (IllegalArgumentException | NetException e) {
            throw new LedgerException("the ledger's file has a value of another kind file=" + file, e);
        }
    }

    private static String value(Properties values, String key, Path file) {
        String value = values.getProperty(key);
        if (value == null) {
            throw new LedgerException("the ledger's file lacks a value key=" + key + " file=" + file);
        }
        return value.strip();
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
        return text.toString();
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
            LedgerConfig config = new LedgerConfig(directory, name.digest(), nowMs, seats);
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

    /** Returns the signatures of a seat, whose key is in its folder. */
    KeySignatures signatures(int seat) {
        SigningKey key = SeatKey.read(folder(seat).resolve(KEY));
        if (!key.verificationKey().equals(seats.get(seat).key())) {
            throw new LedgerException("the key is not that of the seat seat=" + seat + " file="
                    + folder(seat).resolve(KEY));
        }
        return new KeySignatures(
                Signatures.fastest(), key, seats.stream().map(Place::key).toList());
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
