package io.millrace.trace;

import io.millrace.channel.Channel;
import io.millrace.channel.Source;
import io.millrace.journal.Direction;
import io.millrace.journal.Index;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalException;
import io.millrace.journal.JournalId;
import io.millrace.journal.KeyProvider;
import io.millrace.journal.MessageDecryption;
import io.millrace.journal.Read;
import io.millrace.journal.Tailer;
import io.millrace.journal.TailerOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The journals of a system, by name and by journal id: those below a data directory, opened for reading only while
 * other processes may write them, or the open channels of a running topology. A directory that cannot be opened is
 * reported in {@link #problems()} and leaves the others usable.
 *
 * <p>Any thread may call any method. A channel that {@link #refresh()} finds gone is closed; a thread that reads it
 * then gets a JournalClosedException.
 */
public final class ChannelSet implements AutoCloseable {

    /** How many channels a set opens at most; the others, in the order of their names, are among the problems. */
    public static final int MAX_CHANNELS = 1_000;

    private static final String TABLE = "journal.table";
    private static final String SEGMENT = ".segment";

    /**
     * A channel of the set.
     *
     * @param channel the channel
     * @param fileKey distinguishes its table from the file of another journal of the same name
     * @param settled false while the channel is empty and may turn out to be encrypted
     */
    private record Open(Channel channel, Object fileKey, boolean settled) {}

    /** Null where the channels were open before. */
    private final Path directory;

    private final Optional<KeyProvider> keys;
    private final SortedMap<String, Open> channels = new TreeMap<>();
    private final Map<JournalId, String> names = new HashMap<>();
    private SortedMap<String, String> problems = new TreeMap<>();
    private boolean closed;

    private ChannelSet(Path directory, Optional<KeyProvider> keys) {
        this.directory = directory;
        this.keys = keys;
    }

    /**
     * Opens the channels below a data directory; the name of each is that of its folder.
     *
     * @throws TraceException if there is no such directory or it cannot be read
     */
    public static ChannelSet open(Path directory) {
        return open(directory, Optional.empty());
    }

    /** Opens the channels below a data directory as {@link #open(Path)} does, with the keys of those encrypted. */
    public static ChannelSet open(Path directory, KeyProvider keys) {
        return open(directory, Optional.of(keys));
    }

    private static ChannelSet open(Path directory, Optional<KeyProvider> keys) {
        ChannelSet set = new ChannelSet(Objects.requireNonNull(directory, "directory"), keys);
        set.refresh();
        return set;
    }

    /**
     * Returns the set of those channels that are journals, which stay open when it is closed.
     *
     * @throws TraceException if two have the same name
     */
    public static ChannelSet of(Collection<? extends Channel> open) {
        ChannelSet set = new ChannelSet(null, Optional.empty());
        for (Channel channel : open) {
            if (channel.journal().isPresent() && !set.add(channel.name(), new Open(channel, null, true))) {
                throw new TraceException("two channels have the same name or journal channel=" + channel.name());
            }
        }
        return set;
    }

    /** Returns the names of the channels that can be read, in alphabetical order. */
    public synchronized List<String> names() {
        return List.copyOf(channels.keySet());
    }

    /** Returns the channel of a name. */
    public synchronized Optional<Channel> channel(String name) {
        return Optional.ofNullable(channels.get(name)).map(Open::channel);
    }

    /** Returns the channel of a journal. */
    public synchronized Optional<Channel> channel(JournalId id) {
        return Optional.ofNullable(names.get(id)).flatMap(this::channel);
    }

    /** Returns the name of the channel of a journal in this set. */
    public synchronized Optional<String> name(JournalId id) {
        return Optional.ofNullable(names.get(id));
    }

    /** Returns the name in this set of a source of messages, or the name that histories give it. */
    String name(Source source) {
        return source.journalId().flatMap(this::name).orElse(source.name());
    }

    /** Returns why channels cannot be read, by the name of their folder. */
    public synchronized SortedMap<String, String> problems() {
        return Collections.unmodifiableSortedMap(new TreeMap<>(problems));
    }

    /**
     * Opens channels that have appeared since, closes those that have disappeared or were replaced, and tries again
     * those that could not be opened. Changes nothing in a set of channels that were open before.
     *
     * @throws TraceException if the data directory does not exist or cannot be read
     */
    public synchronized void refresh() {
        if (closed) {
            throw new TraceException("set of channels is closed directory=" + directory);
        }
        if (directory == null) {
            return;
        }
        SortedMap<String, Path> found = found();
        SortedMap<String, String> wrong = new TreeMap<>();
        for (String name : List.copyOf(channels.keySet())) {
            Path path = found.get(name);
            if (path == null || !isSame(channels.get(name), path)) {
                remove(name);
            }
        }
        found.forEach((name, path) -> {
            if (!channels.containsKey(name)) {
                open(name, path).ifPresent(problem -> wrong.put(name, problem));
            }
        });
        problems = wrong;
    }

    private SortedMap<String, Path> found() {
        SortedMap<String, Path> found = new TreeMap<>();
        if (!Files.isDirectory(directory)) {
            throw new TraceException("data directory does not exist directory=" + directory);
        }
        try (Stream<Path> entries = Files.list(directory)) {
            entries.filter(ChannelSet::isJournal)
                    .forEach(path -> found.put(path.getFileName().toString(), path));
        } catch (IOException e) {
            throw new TraceException("cannot read data directory directory=" + directory + " reason=" + e, e);
        }
        return found;
    }

    /** Returns whether a path is a journal, perhaps one that has lost its table. */
    private static boolean isJournal(Path path) {
        if (!Files.isDirectory(path)) {
            return false;
        }
        if (Files.exists(path.resolve(TABLE))) {
            return true;
        }
        try (Stream<Path> files = Files.list(path)) {
            return files.anyMatch(file -> file.getFileName().toString().endsWith(SEGMENT));
        } catch (IOException e) {
            return false; // a folder that must not be read is no channel to anyone here
        }
    }

    /** Opens a channel, or returns the reason why it cannot be opened. */
    private Optional<String> open(String name, Path path) {
        if (channels.size() >= MAX_CHANNELS) {
            return Optional.of("too many channels to open them all limit=" + MAX_CHANNELS);
        }
        if (!Files.exists(path.resolve(TABLE))) {
            return Optional.of("the channel has lost its file journal.table path=" + path);
        }
        try {
            Object fileKey = fileKey(path);
            Channel channel = openChannel(path);
            if (add(name, new Open(channel, fileKey, keys.isEmpty() || !isEmpty(channel)))) {
                return Optional.empty();
            }
            JournalId id = channel.journal().orElseThrow().id();
            channel.close();
            return Optional.of("the directory holds the same journal as another channel path=" + path + " channel="
                    + names.get(id) + " journal=" + id);
        } catch (RuntimeException | InternalError e) { // an error is a mapped page that is not there any more
            return Optional.of(reason(e));
        }
    }

    /** Returns the message of an error, or the error itself where it has none. */
    static String reason(Throwable error) {
        return error.getMessage() == null ? error.toString() : error.getMessage();
    }

    private Channel openChannel(Path path) {
        if (keys.isPresent() && isEncrypted(path)) {
            return Channel.readOnly(path, keys.get());
        }
        return Channel.readOnly(path);
    }

    /** Returns whether the first message is encrypted, or the last one where the first cannot be read. */
    private static boolean isEncrypted(Path path) {
        try (Journal journal = Journal.openReadOnly(path)) {
            for (Direction direction : Direction.values()) {
                Optional<Boolean> encrypted = isEncrypted(journal, direction);
                if (encrypted.isPresent()) {
                    return encrypted.get();
                }
            }
            return false;
        }
    }

    /** Returns whether the first message in a direction is encrypted; empty where it is damaged or there is none. */
    private static Optional<Boolean> isEncrypted(Journal journal, Direction direction) {
        try (Tailer tailer = journal.tailer(TailerOptions.defaults().withDirection(direction))) {
            return tailer.read() == Read.MESSAGE
                    ? Optional.of(MessageDecryption.isEncrypted(tailer))
                    : Optional.empty();
        } catch (JournalException e) {
            return Optional.empty(); // damage, which a trace reports where it reads the message
        }
    }

    private static boolean isEmpty(Channel channel) {
        try {
            return channel.journal().orElseThrow().lastIndex() == Index.NONE;
        } catch (JournalException e) {
            return false; // a damaged end, before which messages can be read
        }
    }

    private boolean add(String name, Open open) {
        JournalId id = open.channel().journal().orElseThrow().id();
        if (channels.containsKey(name) || names.putIfAbsent(id, name) != null) {
            return false;
        }
        channels.put(name, open);
        return true;
    }

    private void remove(String name) {
        Open removed = channels.remove(name);
        names.values().remove(name);
        removed.channel().close();
    }

    private static boolean isSame(Open open, Path path) {
        return open.settled() && Objects.equals(open.fileKey(), fileKey(path));
    }

    private static Object fileKey(Path path) {
        try {
            BasicFileAttributes file = Files.readAttributes(path.resolve(TABLE), BasicFileAttributes.class);
            return file.fileKey() == null ? file.creationTime() : file.fileKey();
        } catch (IOException e) {
            return e; // equals nothing, so the channel is opened again
        }
    }

    /** Closes the channels that this set has opened. May be called again. */
    @Override
    public synchronized void close() {
        closed = true;
        if (directory != null) {
            channels.values().forEach(open -> open.channel().close());
        }
        channels.clear();
        names.clear();
    }
}
