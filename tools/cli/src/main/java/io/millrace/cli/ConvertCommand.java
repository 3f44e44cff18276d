package io.millrace.cli;

import io.millrace.text.StreamReader;
import io.millrace.text.StreamWriter;
import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.Schema;
import io.millrace.wire.TextOptions;
import io.millrace.wire.Wire;
import io.millrace.wire.WireException;
import io.millrace.wire.WireFormat;
import io.millrace.wire.WireTypes;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Converts messages from one format to another. */
@Command(
        name = "convert",
        description = {
            "Convert the messages of a file to another format, without loss.",
            "BINARY, RAW and DELTA files say their schema; for text, --schema or --type says it."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  millrace convert --from binary --to yaml orders.bin",
            "  millrace convert --from binary --to csv orders.bin | head",
            "  millrace convert --from json --to binary --schema orders.bin new.json -o new.bin",
            "  millrace convert --from csv --to raw --type com.example.Order -cp model.jar < orders.csv > orders.raw"
        })
final class ConvertCommand implements Runnable {
    private static final String STANDARD = "-";

    private final Console console;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "FILE",
            defaultValue = STANDARD,
            description = "The messages (default, or -: standard input).")
    private String file;

    @Option(names = "--from", paramLabel = "FORMAT", required = true, description = "One of ${COMPLETION-CANDIDATES}.")
    private WireFormat from;

    @Option(names = "--to", paramLabel = "FORMAT", required = true, description = "One of ${COMPLETION-CANDIDATES}.")
    private WireFormat to;

    @Option(
            names = "--schema",
            paramLabel = "FILE",
            description = "A file with the schema: messages in BINARY, RAW or DELTA, or an encoded schema alone.")
    private Optional<Path> schema = Optional.empty();

    @Option(names = "--type", paramLabel = "CLASS", description = "The class of the messages, instead of --schema.")
    private Optional<String> type = Optional.empty();

    @Mixin
    private ApplicationClasses classes;

    @Option(names = "--ignore-unknown", description = "Ignore fields of text that the schema does not have.")
    private boolean ignoreUnknown;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "The output file, which exists only after success (default: standard output).")
    private Optional<Path> output = Optional.empty();

    ConvertCommand(Console console) {
        this.console = console;
    }

    @Override
    public void run() {
        try (InputStream in = new BufferedInputStream(input())) {
            if (output.isEmpty()) {
                convert(in, console.out().stream());
                return;
            }
            Path target = output.get();
            Path part = target.resolveSibling(target.getFileName() + ".part");
            try {
                try (OutputStream out = Files.newOutputStream(part)) {
                    convert(in, out);
                }
                Files.move(part, target, StandardCopyOption.REPLACE_EXISTING);
            } finally {
                Files.deleteIfExists(part);
            }
        } catch (WireException e) {
            throw new InputException(e.getMessage(), e);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read or write a file reason=" + e, e);
        }
    }

    private InputStream input() throws IOException {
        if (file.equals(STANDARD)) {
            return console.in();
        }
        if (!Files.isRegularFile(Path.of(file))) {
            throw new InputException("no such file, or not a regular file file=" + file
                    + (Files.isDirectory(Path.of(file)) ? "; dump shows the messages of a channel" : ""));
        }
        return Files.newInputStream(Path.of(file));
    }

    private void convert(InputStream in, OutputStream out) {
        TextOptions options = ignoreUnknown ? TextOptions.lenient() : TextOptions.strict();
        Optional<Schema> given = givenSchema();
        boolean isBinary = from == WireFormat.BINARY || from == WireFormat.RAW || from == WireFormat.DELTA;
        if (given.isEmpty() && !isBinary) {
            throw new InputException("text does not contain its schema; give --schema or --type from=" + from);
        }
        StreamReader reader =
                given.isPresent() ? StreamReader.open(in, from, given.get(), options) : StreamReader.open(in, from);
        StreamWriter writer = StreamWriter.open(new BufferedOutputStream(out), reader.schema(), to);
        BinaryOutput message = BinaryOutput.allocate(1_024);
        BinaryInput read = new BinaryInput();
        while (reader.next(message)) {
            writer.write(read.wrap(message.segment(), message.start(), message.length()));
            message.reset();
        }
        writer.flush();
    }

    private Optional<Schema> givenSchema() {
        if (schema.isPresent() && type.isPresent()) {
            throw new InputException(
                    "--schema and --type cannot be used together schema=" + schema.get() + " type=" + type.get());
        }
        if (type.isPresent()) {
            return Optional.of(
                    classes.with(loader -> Wire.of(WireTypes.none()).schema(classes.load(type.get(), loader))));
        }
        return schema.map(ConvertCommand::read);
    }

    private static Schema read(Path path) {
        try {
            byte[] bytes = Files.readAllBytes(path);
            boolean isStream = bytes.length > 0 && bytes[0] == 'M'; // an encoded schema begins with its version, 1
            return isStream
                    ? StreamReader.schemaOf(new ByteArrayInputStream(bytes))
                    : Schema.decode(MemorySegment.ofArray(bytes), 0, bytes.length);
        } catch (IOException e) {
            throw new InputException("cannot read schema file=" + path + " error=" + e, e);
        }
    }
}
