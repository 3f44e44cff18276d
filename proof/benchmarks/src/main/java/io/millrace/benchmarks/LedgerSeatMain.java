package io.millrace.benchmarks;

import io.millrace.ledger.LedgerConfig;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * A process with one seat of a ledger. Its arguments: the directory of the ledger, the number of the seat, and what it
 * does; then it takes one order, {@code run LEAD_IN_NS MEASURED_NS}, and answers with what it did.
 */
public final class LedgerSeatMain {
    private LedgerSeatMain() {}

    /** Returns the arguments for a seat. */
    static List<String> arguments(Path ledger, int seat, LedgerCase settings) {
        return List.of(
                ledger.toString(),
                "" + seat,
                "" + settings.seats(),
                settings.crypto().name(),
                "" + settings.callsOfSignature(),
                "" + settings.callsOfBlock());
    }

    /**
     * Runs the seat.
     *
     * @param args as the class says
     * @throws Exception any failure
     */
    public static void main(String[] args) throws Exception {
        LedgerConfig config = LedgerConfig.read(Path.of(args[0]));
        int seat = Integer.parseInt(args[1]);
        LedgerCase settings = new LedgerCase(
                Integer.parseInt(args[2]),
                true,
                LedgerCrypto.valueOf(args[3]),
                Integer.parseInt(args[4]),
                Integer.parseInt(args[5]));
        BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (LedgerLoad load = new LedgerLoad(config, List.of(seat), settings)) {
            String[] order = orders.readLine().split(" ", -1);
            LedgerRun run = LedgerRun.of(load, settings, Long.parseLong(order[1]), Long.parseLong(order[2]));
            System.out.println(OtherEndMain.ANSWER + run.text());
            System.out.flush();
            orders.readLine(); // the others need this seat until all have ended
        }
    }
}
