package io.millrace.net;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The identities that were read from files, kept while the files stay as they are: a spare asks its host several times
 * a second, and reading certificates takes far longer than asking. Files that were replaced are read anew. Any thread.
 */
final class KnownIdentities {

    /** More than the hosts of one process, but where all are in one, as in tests. */
    private static final int MOST = 64;

    private static final Map<List<Path>, Known> KNOWN = new ConcurrentHashMap<>();

    /** A state of a file: when it was written, how long it is, and which file has the name. */
    private record State(FileTime modified, long size, String file) {}

    private record Known(List<State> states, TlsIdentity identity) {}

    private KnownIdentities() {}

    /**
     * Returns the identity of three files, as {@link TlsIdentity#ofPem(Path, Path, Path)} reads it.
     *
     * @throws NetException as there
     */
    static TlsIdentity ofPem(Path certificates, Path key, Path trusted) {
        List<Path> files = List.of(certificates, key, trusted);
        List<State> states = states(files); // before they are read: what changes meanwhile is seen the next time
        Known known = KNOWN.get(files);
        if (known != null && !states.isEmpty() && known.states().equals(states)) {
            return known.identity();
        }
        TlsIdentity identity = TlsIdentity.ofPem(certificates, key, trusted);
        if (KNOWN.size() >= MOST) {
            KNOWN.clear();
        }
        KNOWN.put(files, new Known(states, identity));
        return identity;
    }

    /** Returns the states of files, none if one cannot be read. */
    private static List<State> states(List<Path> files) {
        List<State> states = new ArrayList<>();
        for (Path file : files) {
            try {
                BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
                states.add(new State(
                        attributes.lastModifiedTime(), attributes.size(), String.valueOf(attributes.fileKey())));
            } catch (IOException e) { // reading it says what is wrong
                return List.of();
            }
        }
        return states;
    }
}
