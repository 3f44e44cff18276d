package io.millrace.ledger;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;

/**
 * What a running seat says about itself in a file of its folder, once a second, for operators.
 *
 * @param name the name of the seat
 * @param at when it was written
 * @param round the round that the seat is in
 * @param commits the number of its last commit
 * @param isCommitting whether it commits
 * @param reason why nothing commits, or which seats are missing
 */
public record SeatReport(String name, Instant at, long round, long commits, boolean isCommitting, String reason) {
    /** A report that is older is that of a seat that does not run. */
    public static final Duration STALE_AFTER = Duration.ofSeconds(10);

    static void write(LedgerConfig config, NodeStatus status) {
        Path file = config.statusFile(status.seat());
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        long round = status.seatStatus() == null ? 0 : status.seatStatus().round();
        boolean isCommitting = status.seatStatus() != null && !status.isStalled();
        String text = "atMs=" + System.currentTimeMillis() + "\nround=" + round + "\ncommits=" + status.commits()
                + "\ncommitting=" + isCommitting + "\nreason=" + status.reason() + "\n";
        try {
            Files.writeString(fresh, text);
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the status of a seat file=" + file, e);
        }
    }

    /**
     * Reads the reports of the seats whose folders are in the directory of a ledger.
     *
     * @throws LedgerException if the directory has no ledger, or a report cannot be read
     */
    public static List<SeatReport> read(LedgerConfig config) {
        List<SeatReport> reports = new ArrayList<>();
        for (int seat = 0; seat < config.seats().size(); seat++) {
            read(config, seat).ifPresent(reports::add);
        }
        return reports;
    }

    private static Optional<SeatReport> read(LedgerConfig config, int seat) {
        Path file = config.statusFile(seat);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        Properties values = new Properties();
        try (Reader in = Files.newBufferedReader(file)) {
            values.load(in);
            return Optional.of(new SeatReport(
                    config.seats().get(seat).name(),
                    Instant.ofEpochMilli(Long.parseLong(values.getProperty("atMs"))),
                    Long.parseLong(values.getProperty("round")),
                    Long.parseLong(values.getProperty("commits")),
                    Boolean.parseBoolean(values.getProperty("committing")),
                    values.getProperty("reason")));
        } catch (IOException | NumberFormatException e) {
            throw new LedgerException("cannot read the status of a seat file=" + file, e);
        }
    }

    /** Returns whether the seat runs, as far as the report tells. */
    public boolean isRunning(Instant now) {
        return Duration.between(at, now).compareTo(STALE_AFTER) < 0;
    }

    /** Returns the report in one line. */
    public String text(Instant now) {
        return name + " commits=" + commits + " round=" + round + ": "
                + (isRunning(now) ? reason : "not running since=" + at);
    }
}
