package io.millrace.prove;

import io.millrace.transactions.RecoverableResource;
import io.millrace.transactions.XaResourceAdapter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/**
 * The simplest resource that survives a kill: a directory with a file for each branch. Its name is the branch and its
 * state, and is changed in one step; it contains the number of the transfer. One thread at a time.
 */
final class NotesResource extends XaResourceAdapter implements RecoverableResource {

    static final String NAME = "notes";

    private static final String PREPARED = ".prepared";
    private static final String COMMITTED = ".committed";
    private static final HexFormat HEX = HexFormat.of();

    private final Path directory;
    private final Map<String, Long> working = new HashMap<>();
    private long number;

    /** A branch, as it is read from the name of a file. */
    private record Noted(int formatId, String global, String qualifier) implements Xid {
        @Override
        public int getFormatId() {
            return formatId;
        }

        @Override
        public byte[] getGlobalTransactionId() {
            return HEX.parseHex(global);
        }

        @Override
        public byte[] getBranchQualifier() {
            return HEX.parseHex(qualifier);
        }
    }

    NotesResource(Path directory) throws IOException {
        this.directory = Files.createDirectories(directory);
    }

    /** Sets the transfer of the next branch. */
    void note(long transfer) {
        number = transfer;
    }

    /** Returns the transfers that are noted, committed. */
    List<Long> committed() throws IOException {
        List<Long> numbers = new ArrayList<>();
        for (Path file : files(COMMITTED)) {
            numbers.add(Long.valueOf(Files.readString(file)));
        }
        return numbers;
    }

    /** Returns how many branches are prepared. */
    int preparedCount() throws IOException {
        return files(PREPARED).size();
    }

    private List<Path> files(String ending) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(ending)).toList();
        }
    }

    private static String nameOf(Xid xid) {
        return Integer.toHexString(xid.getFormatId()) + "-" + HEX.formatHex(xid.getGlobalTransactionId()) + "-"
                + HEX.formatHex(xid.getBranchQualifier());
    }

    private static Xid xidOf(String name) {
        String[] parts = name.split("-", -1);
        return new Noted(Integer.parseUnsignedInt(parts[0], 16), parts[1], parts[2]);
    }

    @Override
    public void start(Xid xid, int flags) {
        working.put(nameOf(xid), number);
    }

    @Override
    public int prepare(Xid xid) throws XAException {
        write(xid, PREPARED);
        return XA_OK;
    }

    @Override
    public void commit(Xid xid, boolean onePhase) throws XAException {
        if (onePhase) {
            write(xid, COMMITTED);
            return;
        }
        Path prepared = directory.resolve(nameOf(xid) + PREPARED);
        if (!Files.exists(prepared)) {
            throw new XAException(XAException.XAER_NOTA);
        }
        move(prepared, directory.resolve(nameOf(xid) + COMMITTED));
    }

    @Override
    public void rollback(Xid xid) throws XAException {
        boolean wasWorking = working.remove(nameOf(xid)) != null;
        try {
            if (!Files.deleteIfExists(directory.resolve(nameOf(xid) + PREPARED)) && !wasWorking) {
                throw new XAException(XAException.XAER_NOTA);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void write(Xid xid, String ending) throws XAException {
        Long transfer = working.remove(nameOf(xid));
        if (transfer == null) {
            throw new XAException(XAException.XAER_NOTA);
        }
        Path unfinished = directory.resolve("unfinished");
        try {
            Files.writeString(unfinished, transfer.toString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        move(unfinished, directory.resolve(nameOf(xid) + ending));
    }

    private static void move(Path from, Path to) {
        try {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public Xid[] recover(int flag) {
        try {
            return files(PREPARED).stream()
                    .map(file -> file.getFileName().toString())
                    .map(name -> xidOf(name.substring(0, name.length() - PREPARED.length())))
                    .toArray(Xid[]::new);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Session open() {
        return new Session() {
            @Override
            public XAResource resource() {
                return NotesResource.this;
            }

            @Override
            public void close() {}
        };
    }
}
