package io.millrace.service;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** A line in a file for each request, under the name of the gateway; a line is written once. */
public final class FileTable implements Gateway, Numbers {

    private final Numbers out;
    private final Path file;
    private final Set<String> done = new HashSet<>();
    private final List<String> lines = new ArrayList<>();
    private GatewayContext context;

    public FileTable(Numbers out, Path file) {
        this.out = out;
        this.file = file;
    }

    @Override
    public void open(GatewayContext opened) {
        context = opened;
        done.clear();
        List<String> names = Stream.concat(Stream.of(context.name()), context.formerNames().stream())
                .toList();
        try {
            if (Files.exists(file)) {
                for (String line : Files.readAllLines(file)) {
                    int space = line.indexOf(' ');
                    if (names.contains(line.substring(0, space))) {
                        done.add(line.substring(space + 1, line.lastIndexOf(' ')));
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void number(long value) {
        String key = context.journalId() + ":" + context.index();
        if (done.add(key)) {
            lines.add(context.name() + " " + key + " " + value);
        }
        out.number(value);
    }

    @Override
    public void commit() {
        try {
            Files.write(file, lines, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        lines.clear();
    }

    @Override
    public void rollback() {
        lines.clear();
    }

    @Override
    public void close() {}
}
