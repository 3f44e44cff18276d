package io.millrace.fix.cli;

import io.millrace.fix.FixDictionaries;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code fix decode}: shows the messages in a file, with the names of fields and what is wrong with them. */
@Command(
        name = "decode",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Show the messages of FIX in a file or a log: fields by name, values by meaning, groups indented, errors"
                    + " explained.",
            "Fields end in the byte 1, in '|' or in '^A'; text before a message, such as the time in a log, is skipped."
        },
        footerHeading = "%nExit code: 0 if all messages are valid, 1 if one is not or none was found.%n%nExamples:%n",
        footer = {"  millrace fix decode session.log", "  millrace fix decode - --dictionary broker.xml < messages.txt"
        })
final class DecodeCommand implements Callable<Integer> {

    private static final String SOH = "\u0001";
    private static final Pattern BEGIN = Pattern.compile("8=FIXT?\\.[^\u0001|^]{1,12}(\u0001|\\||\\^A)");

    @Parameters(paramLabel = "FILE", description = "The file; - is standard input.")
    private String file;

    @Option(
            names = "--dictionary",
            paramLabel = "FILE.xml",
            description =
                    "A dictionary of QuickFIX or Orchestra; several if the messages are of several versions, and for"
                            + " FIXT 1.1 that of the transport and that of the application version.")
    private List<Path> dictionaries = List.of();

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        MessagePrinter printer = new MessagePrinter(FixDictionaries.of(dictionaries), out);
        try (BufferedReader reader = open()) {
            int number = 0;
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                decode(line, ++number, printer);
            }
        }
        if (printer.messages() == 0) {
            spec.commandLine().getErr().println("no message of FIX was found file=" + file);
        }
        out.flush();
        spec.commandLine().getErr().flush();
        return printer.messages() > 0 && printer.errors() == 0 ? 0 : 1;
    }

    private BufferedReader open() throws IOException {
        return file.equals("-")
                ? new BufferedReader(new InputStreamReader(System.in, StandardCharsets.ISO_8859_1))
                : Files.newBufferedReader(Path.of(file), StandardCharsets.ISO_8859_1);
    }

    /** Decodes a line, which may hold several messages; each reaches to the next one. */
    private static void decode(String line, int number, MessagePrinter printer) {
        Matcher matcher = BEGIN.matcher(line);
        int start = matcher.find() ? matcher.start() : -1;
        while (start >= 0) {
            String separator = matcher.group(1);
            int next = matcher.find() ? matcher.start() : -1;
            String text = line.substring(start, next < 0 ? line.length() : next);
            String message = separator.equals(SOH) ? text : text.replace(separator, SOH);
            int end = message.lastIndexOf(SOH);
            printer.print(number, message.substring(0, end + 1).getBytes(StandardCharsets.ISO_8859_1));
            start = next;
        }
    }
}
