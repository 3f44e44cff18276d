package io.millrace.journal;

import io.millrace.memory.Directories;
import io.millrace.memory.Memory;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Keeps the keys of subjects as files in one directory, readable for its user alone. Put the directory on another
 * disk than the journal, and into another backup: a reader of both can read everything, and a key that is in a backup
 * is not forgotten. Any thread and process may use the same directory.
 *
 * <pre>
 *   NAME.VERSION.key        32 random bytes; NAME is the SHA-256 of the subject in hexadecimal, VERSION counts from 1
 *   NAME.VERSION.forgotten  empty, replaces a key that {@link #forget} has deleted; its version is not used again
 *   forgotten               empty, created by other programs that delete keys: every missing key was deleted
 *   subjects.secret         32 random bytes, where {@link #hideSubjects} was called: journals state the HMAC-SHA-256 of
 *                           a subject in hexadecimal, and what is above and below is meant of that
 *
 *   wrapped key: int version; 12 random bytes, the nonce; data key and tag by AES-256-GCM, the subject associated
 * </pre>
 */
public final class FileKeyProvider implements KeyProvider {

    private static final String SUFFIX = ".key";
    private static final String FORGOTTEN = "forgotten";
    private static final String FORGOTTEN_SUFFIX = "." + FORGOTTEN;
    private static final String SECRET = "subjects.secret";
    private static final String HMAC = "HmacSHA256";
    private static final int KEY_BYTES = 32;
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BYTES = 16;
    private static final int HEAD_BYTES = Integer.BYTES + NONCE_BYTES;
    private static final int WRAPPED_BYTES = HEAD_BYTES + KEY_BYTES + TAG_BYTES;

    private final Path directory;
    private final SecureRandom random = new SecureRandom();

    /** What {@link #secret()} has read; empty until then. */
    private volatile byte[] secret = new byte[0];

    /** Whether there never will be a secret. */
    private volatile boolean isPlain;

    private FileKeyProvider(Path directory) {
        this.directory = directory;
    }

    /**
     * Opens a key directory, and creates it, readable for its user alone, where it does not exist.
     *
     * @throws JournalException if it cannot be created
     */
    public static FileKeyProvider open(Path directory) {
        try {
            if (!Files.isDirectory(directory)) {
                Files.createDirectories(directory, attributes(directory, "rwx------"));
            }
            return new FileKeyProvider(directory);
        } catch (IOException e) {
            throw JournalFullException.orOther(
                    "cannot create key directory directory=" + directory + " reason=" + e, e);
        }
    }

    /**
     * Opens a key directory that exists.
     *
     * @throws JournalException if it does not exist
     */
    public static FileKeyProvider openExisting(Path directory) {
        if (!Files.isDirectory(directory)) {
            throw new JournalException("key directory does not exist directory=" + directory);
        }
        return new FileKeyProvider(directory);
    }

    /**
     * Makes a secret by which {@link #subject} hides the names of subjects: journals, logs and errors then state a text
     * whose name cannot be found without this directory. To be called before the first key; again is harmless.
     *
     * @throws JournalException if there are keys already, whose messages state their subjects, or the secret cannot be
     *     written
     */
    public void hideSubjects() {
        if (Files.exists(directory.resolve(SECRET))) {
            return;
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*{" + SUFFIX + "," + FORGOTTEN + "}")) {
            for (Path file : files) {
                throw new JournalException("subjects can be hidden before the first key alone file=" + file);
            }
        } catch (IOException e) {
            throw unreadable(e);
        }
        make(directory.resolve(SECRET));
    }

    /** {@inheritDoc} It is the name itself, unless {@link #hideSubjects} was called. */
    @Override
    public String subject(String name) {
        byte[] known = secret;
        if (known.length == 0 && !isPlain) {
            known = secret();
        }
        if (known.length == 0) {
            return name;
        }
        try {
            Mac mac = Mac.getInstance(HMAC);
            mac.init(new SecretKeySpec(known, HMAC));
            return HexFormat.of().formatHex(mac.doFinal(name.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new JournalException("cannot hash subjects reason=" + e, e);
        }
    }

    /** Reads the secret of subjects, which never changes; empty where there is none. */
    private byte[] secret() {
        Path file = directory.resolve(SECRET);
        byte[] read;
        try (InputStream stream = new FileInputStream(file.toFile())) { // no interrupt can close it
            read = stream.readNBytes(KEY_BYTES + 1);
        } catch (FileNotFoundException e) {
            if (Files.exists(file)) {
                throw new JournalException("cannot read secret of subjects file=" + file + " reason=" + e, e);
            }
            return new byte[0];
        } catch (IOException e) {
            throw new JournalException("cannot read secret of subjects file=" + file + " reason=" + e, e);
        }
        if (read.length != KEY_BYTES) {
            throw new JournalException("the secret of subjects must have " + KEY_BYTES + " bytes file=" + file);
        }
        secret = read;
        return read;
    }

    @Override
    public byte[] wrap(String subject, byte[] dataKey) {
        int version = newest(subject, SUFFIX);
        if (version == 0) {
            version = newest(subject, FORGOTTEN_SUFFIX) + 1;
            make(file(subject, version));
        }
        isPlain = secret.length == 0 && !Files.exists(directory.resolve(SECRET)); // none is made once there is a key
        byte[] nonce = new byte[NONCE_BYTES];
        random.nextBytes(nonce);
        byte[] wrapped = new byte[WRAPPED_BYTES];
        Memory.setIntPlain(MemorySegment.ofArray(wrapped), 0, version);
        System.arraycopy(nonce, 0, wrapped, Integer.BYTES, NONCE_BYTES);
        try {
            byte[] encrypted = crypt(Cipher.ENCRYPT_MODE, subject, version, nonce, dataKey, 0);
            System.arraycopy(encrypted, 0, wrapped, HEAD_BYTES, KEY_BYTES + TAG_BYTES);
            return wrapped;
        } catch (GeneralSecurityException e) {
            throw new JournalException("cannot wrap data key subject=" + subject + " version=" + version, e);
        }
    }

    @Override
    public byte[] unwrap(String subject, byte[] wrapped) {
        if (wrapped.length != WRAPPED_BYTES) {
            throw new JournalException("wrong length of wrapped key subject=" + subject + " expectedBytes="
                    + WRAPPED_BYTES + " actualBytes=" + wrapped.length);
        }
        int version = Memory.getIntPlain(MemorySegment.ofArray(wrapped), 0);
        byte[] nonce = new byte[NONCE_BYTES];
        System.arraycopy(wrapped, Integer.BYTES, nonce, 0, NONCE_BYTES);
        try {
            return crypt(Cipher.DECRYPT_MODE, subject, version, nonce, wrapped, HEAD_BYTES);
        } catch (AEADBadTagException e) {
            throw new JournalException("another key wrapped the data key file=" + file(subject, version), e);
        } catch (GeneralSecurityException e) {
            throw new JournalException("cannot unwrap data key subject=" + subject + " version=" + version, e);
        }
    }

    /**
     * Creates a new key for a subject: messages from its next segment on use the new key, and older messages stay
     * readable.
     *
     * @param name the name of the subject, also where journals state another text for it
     * @throws JournalException if the key cannot be written
     */
    public void rotate(String name) {
        String subject = newest(name, SUFFIX) > 0 ? name : subject(name);
        make(file(subject, Math.max(newest(subject, SUFFIX), newest(subject, FORGOTTEN_SUFFIX)) + 1));
    }

    /**
     * Deletes all keys of a subject: its messages become unreadable, except to readers that already have the keys. The
     * file system may keep the bytes of deleted files; where that matters, use an encrypted disk.
     *
     * @param name the name of the subject, also where journals state another text for it
     * @return the number of deleted keys
     * @throws JournalException if a file cannot be deleted
     */
    public int forget(String name) {
        int deleted = forgetStated(name); // where it is a channel, which journals state as it is
        String subject = subject(name);
        return subject.equals(name) ? deleted : deleted + forgetStated(subject);
    }

    private int forgetStated(String subject) {
        int deleted = 0;
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, name(subject) + ".*" + SUFFIX)) {
            for (Path file : files) {
                Files.newOutputStream(forgotten(file)).close();
                Directories.force(directory); // no key may disappear without its mark
                deleted += Files.deleteIfExists(file) ? 1 : 0;
            }
        } catch (IOException e) {
            throw JournalFullException.orOther("cannot delete key subject=" + subject + " reason=" + e, e);
        }
        Directories.force(directory);
        return deleted;
    }

    /** Returns the file that replaces the file of a deleted key. */
    private static Path forgotten(Path file) {
        String name = file.getFileName().toString();
        return file.resolveSibling(name.substring(0, name.length() - SUFFIX.length()) + FORGOTTEN_SUFFIX);
    }

    private JournalException unreadable(Exception cause) {
        return new JournalException("cannot read key directory directory=" + directory + " reason=" + cause, cause);
    }

    @Override
    public String toString() {
        return directory.toString();
    }

    /** Returns the highest version of a subject's files of a kind, or zero. */
    private int newest(String subject, String suffix) {
        String name = name(subject);
        int newest = 0;
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, name + ".*" + suffix)) {
            for (Path file : files) {
                String text = file.getFileName().toString();
                String version = text.substring(name.length() + 1, text.length() - suffix.length());
                newest = Math.max(newest, Integer.parseInt(version));
            }
            return newest;
        } catch (IOException | NumberFormatException e) {
            throw unreadable(e);
        }
    }

    /** Writes a key, whole and on the disk before it has its name; keeps the key of a process that was faster. */
    private void make(Path file) {
        byte[] key = new byte[KEY_BYTES];
        random.nextBytes(key);
        Path preparing =
                directory.resolve(file.getFileName() + "." + HexFormat.of().toHexDigits(random.nextLong()));
        try {
            Files.createFile(preparing, attributes(directory, "rw-------"));
            try (FileOutputStream stream = new FileOutputStream(preparing.toFile())) { // no interrupt can close it
                stream.write(key);
                stream.getFD().sync();
            }
            Files.createLink(file, preparing);
        } catch (FileAlreadyExistsException e) {
            if (!Files.exists(file)) {
                throw new JournalException("cannot write key file=" + preparing, e);
            }
        } catch (IOException e) {
            throw JournalFullException.orOther("cannot write key file=" + file + " reason=" + e, e);
        } catch (UnsupportedOperationException e) {
            throw new JournalException("cannot write key file=" + file + " reason=" + e, e);
        } finally {
            Arrays.fill(key, (byte) 0);
            delete(preparing);
        }
        Directories.force(directory);
    }

    private static void delete(Path preparing) {
        try {
            Files.deleteIfExists(preparing);
        } catch (IOException e) {
            throw new JournalException("cannot delete unfinished key file file=" + preparing, e);
        }
    }

    /** Encrypts or decrypts an array from an offset to its end, and overwrites the key. */
    private byte[] crypt(int mode, String subject, int version, byte[] nonce, byte[] from, int at)
            throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        try (AesKey key = read(subject, version)) {
            cipher.init(mode, key, new GCMParameterSpec(TAG_BYTES * Byte.SIZE, nonce));
            cipher.updateAAD(subject.getBytes(StandardCharsets.UTF_8));
            return cipher.doFinal(from, at, from.length - at);
        } finally {
            AesKey.forget(cipher);
        }
    }

    private AesKey read(String subject, int version) {
        Path file = file(subject, version);
        byte[] key = new byte[0];
        try (InputStream stream = new FileInputStream(file.toFile())) { // no interrupt can close it
            key = stream.readNBytes(KEY_BYTES + 1);
            if (key.length != KEY_BYTES) {
                throw new JournalException("wrong key length file=" + file + " expectedBytes=" + KEY_BYTES
                        + " actualBytes=" + Files.size(file));
            }
            return new AesKey(key);
        } catch (FileNotFoundException e) {
            if (Files.exists(file)) {
                throw new JournalException("cannot read key file=" + file + " reason=" + e, e);
            }
            if (Files.exists(forgotten(file)) || Files.exists(directory.resolve(FORGOTTEN))) {
                throw new KeyMissingException("key was deleted file=" + file + " subject=" + subject);
            }
            throw new JournalException(
                    "key does not exist and was not deleted; this key directory belongs to other data file=" + file
                            + " subject=" + subject);
        } catch (IOException e) {
            throw new JournalException("cannot read key file=" + file + " reason=" + e, e);
        } finally {
            Arrays.fill(key, (byte) 0);
        }
    }

    private Path file(String subject, int version) {
        return directory.resolve(name(subject) + "." + version + SUFFIX);
    }

    private static String name(String subject) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(subject.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (GeneralSecurityException e) {
            throw new JournalException("this Java has no SHA-256 reason=" + e, e);
        }
    }

    private static FileAttribute<?>[] attributes(Path directory, String permissions) {
        boolean posix = directory.getFileSystem().supportedFileAttributeViews().contains("posix");
        return posix
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }
}
