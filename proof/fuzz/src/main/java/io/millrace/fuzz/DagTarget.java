package io.millrace.fuzz;

import io.millrace.ledger.DagFile;
import io.millrace.ledger.LedgerException;
import io.millrace.ledger.TooManyFaultsException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The input is a graph of blocks as text. It is decided, each block ordered at most once and each time the same, or
 * refused with the value and its line.
 */
final class DagTarget implements Target {
    /** Longer numbers are cut, since {@code full} stands for as many blocks as it says. */
    private static final String LONG_NUMBERS = "([0-9]{2})[0-9]+";

    @Override
    public void accept(byte[] input) {
        String text = new String(input, StandardCharsets.UTF_8).replaceAll(LONG_NUMBERS, "$1");
        String report = decide(text);
        Guard.check(report.equals(decide(text)), "a graph is decided in two ways");
        for (String part : report.split("---\n", -1)) {
            Set<String> ordered = new HashSet<>();
            part.lines().filter(line -> line.startsWith("commit ")).forEach(line -> {
                for (String digest :
                        line.substring(line.indexOf(": ") + 1).strip().split(" ", -1)) {
                    Guard.check(ordered.add(digest), "a block is ordered twice digest=" + digest);
                }
            });
        }
    }

    private static String decide(String text) {
        StringBuilder out = new StringBuilder();
        try {
            DagFile.decide("g.dag", new BufferedReader(new StringReader(text)), out);
        } catch (TooManyFaultsException _) {
            return "";
        } catch (LedgerException e) {
            Guard.check(e.getMessage().contains(" file=g.dag"), "an error does not say where: " + e.getMessage());
            return "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toString();
    }

    @Override
    public List<byte[]> seeds() {
        String direct = "validators 4\nfull 1 5 ABCD\n";
        String indirect = """
                validators 4
                leaders B C D A
                gc 5 # rounds
                full 1 1 ABCD
                A 2 A2 A1 B1 C1 D1
                B 2 B2 B1 A1 C1 D1
                C 2 C2 C1 A1 B1 D1
                D 2 D2 D1 A1 C1
                A 3 A3 A2 B2 C2
                B 3 B3 B2 A2 D2
                C 3 C3 C2 B2 D2
                D 3 D3 D2 A2 C2
                full 4 5 ABCD
                decide
                full 6 6 ABCD
                A 7 X1 A6 A6
                """;
        return List.of(direct.getBytes(StandardCharsets.UTF_8), indirect.getBytes(StandardCharsets.UTF_8));
    }
}
