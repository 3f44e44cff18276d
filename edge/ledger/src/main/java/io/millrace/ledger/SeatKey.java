package io.millrace.ledger;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HexFormat;
import java.util.Set;

/** A file with the seed of a private key: 64 hexadecimal digits and a line end, readable by its owner alone. */
public final class SeatKey {
    private SeatKey() {}

    /**
     * Writes a new key and forces it to the disk.
     *
     * @throws java.nio.file.FileAlreadyExistsException if the file is there
     * @throws IOException if it cannot be written
     */
    public static SigningKey generate(Path file) throws IOException {
        SigningKey key = SigningKey.generate();
        ByteBuffer text =
                ByteBuffer.wrap((HexFormat.of().formatHex(key.seed()) + "\n").getBytes(StandardCharsets.US_ASCII));
        try (FileChannel out = FileChannel.open(
                file,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
            while (text.hasRemaining()) {
                out.write(text);
            }
            out.force(true);
        }
        return key;
    }

    /**
     * Reads a key.
     *
     * @throws LedgerException if the file cannot be read or has another content
     */
    public static SigningKey read(Path file) {
        try {
            return SigningKey.ofSeed(
                    HexFormat.of().parseHex(Files.readString(file).strip()));
        } catch (IOException | IllegalArgumentException | LedgerException e) {
            throw new LedgerException("cannot read the key of a seat, which is 64 hexadecimal digits file=" + file, e);
        }
    }
}
