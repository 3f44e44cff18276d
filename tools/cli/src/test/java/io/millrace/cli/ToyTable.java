package io.millrace.cli;

import io.millrace.service.Counting;
import io.millrace.service.Gateway;
import io.millrace.service.GatewayContext;
import io.millrace.service.ServiceException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/** A table in a file, a line a row, each with the index of its request; a commit replaces the file whole. */
final class ToyTable implements Gateway, Averages, Counting {
    private final Rows out;
    private final Path file;
    private GatewayContext context;
    private List<String> rows = new ArrayList<>();

    public ToyTable(Rows out, Path file) {
        this.out = out;
        this.file = file;
    }

    @Override
    public void open(GatewayContext opened) {
        context = opened;
        rollback();
    }

    @Override
    public void average(String sensor, long upTo, double celsius) {
        String key = context.index() + " ";
        int row = 0;
        while (row < rows.size() && !rows.get(row).startsWith(key)) {
            row++;
        }
        if (row == rows.size()) {
            rows.add(key + sensor + " " + upTo + " " + celsius);
        }
        out.written(row);
    }

    @Override
    public void commit() {
        try {
            Path partial = file.resolveSibling(file.getFileName() + ".partial");
            Files.write(partial, rows);
            Files.move(partial, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void rollback() {
        try {
            rows = Files.exists(file) ? new ArrayList<>(Files.readAllLines(file)) : new ArrayList<>();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public long count(String what) {
        if (!what.equals("averages")) {
            throw new ServiceException("there is no such table what=" + what);
        }
        return rows.size();
    }

    @Override
    public void close() {}
}
