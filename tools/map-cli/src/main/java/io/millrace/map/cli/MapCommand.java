package io.millrace.map.cli;

import io.millrace.journal.Durability;
import io.millrace.journal.Index;
import io.millrace.journal.JournalException;
import io.millrace.journal.JournalInfo;
import io.millrace.journal.JournalVerifier;
import io.millrace.journal.Ownership;
import io.millrace.journal.VerifyReport;
import io.millrace.map.MapOptions;
import io.millrace.map.YamlFollower;
import io.millrace.map.YamlMap;
import io.millrace.text.Utf8Reader;
import io.millrace.wire.ScalarKind;
import io.millrace.wire.WireException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code map}: reads and changes a persisted map. */
@Command(
        name = "map",
        mixinStandardHelpOptions = true,
        description = {
            "Read and change a persisted map. Keys and values are YAML; their types are those of the map.",
            "Commands that read may run beside all others. Those that change it may run beside each other and beside",
            "applications that open it SHARED, and not beside an only owner."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  millrace map data/m put k 1",
            "  millrace map data/m get k",
            "  millrace map data/m put 17 '{account: me, quantity: 5}'",
            "  millrace map data/m range EUR EUS",
            "  millrace map data/m follow",
            "  millrace map data/m asof 0:4096 get k",
            "  millrace map data/m export > m.yaml",
            "  millrace map data/copy import m.yaml --types-of data/m"
        },
        subcommands = AsOfCommand.class)
final class MapCommand implements Runnable {
    private static final long LOOK_EVERY_MS = 20;
    private static final int OK = 0;
    private static final int FAILED = 1;
    private static final int DAMAGED = 3;

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "DIR", description = "The directory of the map.")
    private Path directory;

    /** The options of commands that may create the map. */
    static final class Creation {
        @Option(
                names = "--key-type",
                paramLabel = "KIND",
                description = "The type of the keys of a map without entries: a kind of scalar (STRING by default).")
        private ScalarKind keyKind;

        @Option(
                names = "--value-type",
                paramLabel = "KIND",
                description = "The type of the values of a map without entries (STRING by default).")
        private ScalarKind valueKind;

        @Option(
                names = "--types-of",
                paramLabel = "DIR",
                description = "A map that has the types of a map without entries; for an import of its export.")
        private Path typesOf;

        @Option(
                names = "--durability",
                paramLabel = "MAPPED|SYNCED",
                defaultValue = "SYNCED",
                description = "The durability when the command has ended (SYNCED by default).")
        private Durability durability;

        private boolean hasKinds() {
            return keyKind != null || valueKind != null;
        }

        private YamlMap open(Path directory) {
            MapOptions options = MapOptions.defaults().withOwnership(Ownership.SHARED);
            if (typesOf != null) {
                return YamlMap.open(directory, options, typesOf);
            }
            return hasKinds()
                    ? YamlMap.open(directory, options, orString(keyKind), orString(valueKind))
                    : YamlMap.open(directory, options);
        }

        private static ScalarKind orString(ScalarKind kind) {
            return kind == null ? ScalarKind.STRING : kind;
        }
    }

    /** What a command does with a map. */
    interface Action {
        int with(YamlMap map) throws IOException;
    }

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "missing command; known commands are asof, export, follow, get, import, info, put, range, remove, size"
                        + " and verify");
    }

    @Command(
            name = "get",
            mixinStandardHelpOptions = true,
            description = "Show the value of a key. Ends with 1 where there is none.")
    int get(@Parameters(paramLabel = "KEY", description = "The key, as YAML.") String key) {
        return read(map -> show(map, key));
    }

    /** Shows the value of a key. */
    int show(YamlMap map, String key) {
        Optional<String> value = map.get(key);
        value.ifPresent(this::print);
        if (value.isEmpty()) {
            say("no such key key=" + key);
        }
        return value.isPresent() ? OK : FAILED;
    }

    @Command(
            name = "put",
            mixinStandardHelpOptions = true,
            description = "Put a value; creates the map where there is none.")
    int put(
            @Parameters(paramLabel = "KEY", description = "The key, as YAML.") String key,
            @Parameters(paramLabel = "VALUE", description = "The value, as YAML.") String value,
            @Mixin Creation creation) {
        return change(creation, map -> {
            map.put(key, value);
            return OK;
        });
    }

    @Command(
            name = "remove",
            mixinStandardHelpOptions = true,
            description = "Remove a key. Ends with 1 where it had no value.")
    int remove(@Parameters(paramLabel = "KEY", description = "The key, as YAML.") String key) {
        requireMap();
        Creation creation = new Creation();
        creation.keyKind = ScalarKind.STRING;
        creation.valueKind = ScalarKind.STRING;
        creation.durability = Durability.SYNCED;
        return change(creation, map -> {
            boolean removed = map.remove(key);
            if (!removed) {
                say("no such key key=" + key);
            }
            return removed ? OK : FAILED;
        });
    }

    @Command(name = "size", mixinStandardHelpOptions = true, description = "Show how many keys there are.")
    int size() {
        return read(this::showSize);
    }

    /** Shows how many keys there are. */
    int showSize(YamlMap map) {
        print(Long.toString(map.size()));
        return OK;
    }

    @Command(
            name = "info",
            mixinStandardHelpOptions = true,
            description = "Show the types, the number of keys, and what the map takes on disk and in memory.")
    int info() {
        return read(map -> {
            YamlMap.Summary info = map.info();
            JournalInfo journal = info.journal();
            print(String.format(Locale.ROOT, "entries    %,d", info.entries()));
            print(String.format(Locale.ROOT, "keys       %s", info.keyType()));
            print(String.format(Locale.ROOT, "values     %s", info.valueType()));
            print(String.format(Locale.ROOT, "forms      %d", info.forms()));
            print(String.format(Locale.ROOT, "index      %,d bytes of memory in each process", info.indexBytes()));
            print(String.format(Locale.ROOT, "messages   %,d", journal.dataFrames()));
            print(String.format(
                    Locale.ROOT,
                    "segments   %,d of %,d bytes",
                    journal.segments().size(),
                    journal.segments().stream()
                            .mapToLong(JournalInfo.Segment::sizeBytes)
                            .sum()));
            print(String.format(Locale.ROOT, "journal    %s", journal.id()));
            print(String.format(Locale.ROOT, "last       %s", Index.toText(journal.lastIndex())));
            return OK;
        });
    }

    @Command(
            name = "verify",
            mixinStandardHelpOptions = true,
            description = {
                "Check the files of the journal, and that each key is found by a look-up. Writes nothing; the map may",
                "be in use. Ends with 3 where there is damage."
            })
    int verify() {
        requireMap();
        VerifyReport report = JournalVerifier.verify(directory);
        report.findings().forEach(finding -> print((finding.kind().isDamage() ? "damage " : "note ") + finding));
        if (!report.isSound()) {
            print(String.format(Locale.ROOT, "damages: %,d", report.damages()));
            return DAMAGED;
        }
        return read(map -> {
            print(String.format(
                    Locale.ROOT,
                    "%s: %,d keys of %,d messages in %d segments",
                    directory,
                    map.check(),
                    report.dataFrames(),
                    report.segments()));
            print("sound");
            return OK;
        });
    }

    @Command(
            name = "export",
            mixinStandardHelpOptions = true,
            description = {
                "Show all entries as documents of YAML, in the order in which they were put last.",
                "millrace export shows the whole past of the map, with its schemas, instead."
            })
    int export() {
        return read(this::show);
    }

    /** Shows all entries. */
    int show(YamlMap map) {
        map.export(documents()::add);
        return OK;
    }

    @Command(
            name = "range",
            mixinStandardHelpOptions = true,
            description = {
                "Show the entries from a key up to before another one, in the order of keys.",
                "The keys are scalars that have an order, and are sorted for it."
            })
    int range(
            @Parameters(paramLabel = "FROM", description = "The first key, as YAML.") String from,
            @Parameters(paramLabel = "TO", description = "The key before which the range ends, as YAML.") String to) {
        return read(map -> {
            map.range(from, to, documents()::add);
            return OK;
        });
    }

    /** Prints documents with separators between them. */
    private final class Documents {
        private String separator = "";
        private long count;

        void add(String document) {
            spec.commandLine().getOut().print(separator + document);
            separator = "---\n";
            count++;
        }
    }

    private Documents documents() {
        return new Documents();
    }

    @Command(
            name = "follow",
            mixinStandardHelpOptions = true,
            description = {
                "Show all entries and then each change as it is made, until stopped. They are calls of 'put' and",
                "'removed', as import reads them; what compaction puts again is no change."
            })
    int follow(
            @Option(
                            names = "--after",
                            paramLabel = "INDEX",
                            description = "Show only the changes after an index, which 'info' shows as 'last'.")
                    String after,
            @Option(names = "--count", paramLabel = "N", description = "End after N documents.") Long count) {
        requireMap();
        Documents documents = documents();
        long most = count == null ? Long.MAX_VALUE : count;
        try (YamlFollower follower = followed(documents, after)) {
            while (documents.count < most) {
                if (follower.poll(documents::add) == 0) {
                    spec.commandLine().getOut().flush();
                    Thread.sleep(LOOK_EVERY_MS);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            spec.commandLine().getOut().flush();
        }
        return OK;
    }

    /** Closes the map before its changes are followed: a map that is not read keeps the space of removed segments. */
    private YamlFollower followed(Documents documents, String after) {
        try (YamlMap map = YamlMap.openReadOnly(directory, MapOptions.defaults())) {
            return after == null ? map.exportAndFollow(documents::add) : map.follow(index(after));
        }
    }

    /** Returns the index that a text states. */
    long index(String text) {
        try {
            return Index.parse(text);
        } catch (JournalException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    @Command(
            name = "import",
            mixinStandardHelpOptions = true,
            description = {
                "Put the entries of an export, and remove the keys of calls of 'removed'. Creates the map where there",
                "is none; its types are then scalars, or those of the map that --types-of names."
            })
    int importFrom(
            @Parameters(paramLabel = "FILE", description = "The documents; - reads standard input.") Path file,
            @Mixin Creation creation) {
        long[] done = {0};
        try (InputStream in = file.toString().equals("-") ? System.in : Files.newInputStream(file)) {
            return change(creation, map -> {
                map.importFrom(new Utf8Reader(in), () -> done[0]++);
                say("Made " + done[0] + (done[0] == 1 ? " change." : " changes."));
                return OK;
            });
        } catch (IOException e) {
            throw new ParameterException(spec.commandLine(), "cannot read file=" + file + " reason=" + e, e);
        } catch (ParameterException e) {
            throw new ParameterException(
                    spec.commandLine(), e.getMessage() + "; changed before the error changes=" + done[0], e);
        }
    }

    private void requireMap() {
        if (!Files.isDirectory(directory) || isEmpty()) {
            throw new ParameterException(spec.commandLine(), "there is no map directory=" + directory);
        }
    }

    private boolean isEmpty() {
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
            return !entries.iterator().hasNext();
        } catch (IOException e) { // opening the map says what is wrong
            return false;
        }
    }

    private int read(Action action) {
        requireMap();
        return with(action, () -> YamlMap.openReadOnly(directory, MapOptions.defaults()));
    }

    /** Reads the map as it was after the call at an index. */
    int readAsOf(String index, Action action) {
        requireMap();
        long asOf = index(index);
        return with(action, () -> YamlMap.openAsOf(directory, MapOptions.defaults(), asOf));
    }

    private int change(Creation creation, Action action) {
        if (creation.typesOf != null && creation.hasKinds()) {
            throw new ParameterException(
                    spec.commandLine(), "types are given twice; --types-of excludes --key-type and --value-type");
        }
        return with(
                map -> {
                    int code = action.with(map);
                    if (creation.durability == Durability.SYNCED) {
                        map.sync();
                    }
                    return code;
                },
                () -> creation.open(directory));
    }

    /** Opens the map. */
    private interface Opening {
        YamlMap open();
    }

    private int with(Action action, Opening opening) {
        try (YamlMap map = opening.open()) {
            return action.with(map);
        } catch (WireException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        } catch (IOException e) {
            throw new ParameterException(spec.commandLine(), "cannot read the input reason=" + e, e);
        } finally {
            spec.commandLine().getOut().flush();
        }
    }

    private void print(String text) {
        spec.commandLine().getOut().print(text + "\n");
    }

    private void say(String text) {
        PrintWriter err = spec.commandLine().getErr();
        err.println(text);
        err.flush();
    }
}
