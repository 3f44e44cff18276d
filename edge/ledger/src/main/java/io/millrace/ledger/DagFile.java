package io.millrace.ledger;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/**
 * Reads a graph of blocks as text and writes what is decided about it, so that implementations can be compared.
 *
 * <p>The first line is {@code validators N}, with 1 to 26 seats named {@code A}, {@code B} and so on. {@code leaders
 * A C} names the leaders of rounds 1, 2, and so on in turn, {@code gc D} the depth of the horizon in rounds; both
 * stand before the first block. A block is {@code AUTHOR ROUND DIGEST PARENT...}; {@code full FROM TO ABC} stands for
 * a block of each of the seats in each round, which refers to its own block of the round before and then to those of
 * the others. Blocks may come in any order; {@code A0}, {@code B0} and so on are there. {@code decide} asks for a
 * report; the end of the text asks too, if a line came since the last report. {@code #} begins a comment. Reports are
 * separated by {@code ---}.
 */
public final class DagFile {
    private static final int MAX_SEATS = 26;
    private static final long MAX_ROUND = 1_000_000;

    private final String name;
    private final Appendable out;
    private final List<Integer> leaders = new ArrayList<>();
    private final List<Commit> commits = new ArrayList<>();
    private long horizonRounds = Committer.HORIZON_ROUNDS;
    private int seats;
    private int line;
    private boolean isReported;
    private boolean isChanged;
    private Committer committer;
    private Dag dag;

    private DagFile(String name, Appendable out) {
        this.name = Objects.requireNonNull(name, "name");
        this.out = Objects.requireNonNull(out, "out");
    }

    /**
     * Reads a text and writes its reports.
     *
     * @param name what errors call the text, such as its path
     * @param in the text
     * @param out what the reports are appended to
     * @throws LedgerException if a line is not understood; the message names the text, the line and the value
     * @throws TooManyFaultsException if the blocks prove that more seats are faulty than the committee tolerates
     * @throws IOException if reading or writing fails
     */
    public static void decide(String name, BufferedReader in, Appendable out) throws IOException {
        new DagFile(name, out).read(in);
    }

    private void read(BufferedReader in) throws IOException {
        for (String text = in.readLine(); text != null; text = in.readLine()) {
            line++;
            int comment = text.indexOf('#');
            String content = (comment < 0 ? text : text.substring(0, comment)).strip();
            if (!content.isEmpty()) {
                take(content.split("\\s+", -1));
            }
        }
        if (seats == 0) {
            throw new LedgerException("a graph of blocks begins with validators N file=" + name);
        }
        if (isChanged) {
            report();
        }
    }

    private void take(String[] words) throws IOException {
        if (seats == 0) {
            takeValidators(words);
            isChanged = true;
            return;
        }
        switch (words[0]) {
            case "validators" -> throw error("validators stands once, in the first line", words[0]);
            case "leaders" -> takeLeaders(words);
            case "gc" -> takeHorizon(words);
            case "full" -> takeFull(words);
            case "decide" -> {
                check(words.length == 1, "decide stands alone", words[words.length - 1]);
                report();
                return;
            }
            default -> takeBlock(words);
        }
        isChanged = true;
    }

    private void takeValidators(String[] words) {
        check(words[0].equals("validators"), "the first line is validators N", words[0]);
        check(words.length == 2, "validators needs one number", String.join(" ", words));
        long number = number(words[1]);
        check(number >= 1 && number <= MAX_SEATS, "there are 1 to " + MAX_SEATS + " validators", words[1]);
        seats = (int) number;
    }

    private void takeLeaders(String[] words) {
        check(dag == null, "leaders stands before the first block", words[0]);
        check(leaders.isEmpty(), "leaders stands once", words[0]);
        check(words.length > 1, "leaders needs a seat", words[0]);
        for (int i = 1; i < words.length; i++) {
            leaders.add(seat(words[i]));
        }
    }

    private void takeHorizon(String[] words) {
        check(dag == null, "gc stands before the first block", words[0]);
        check(words.length == 2, "gc needs one number of rounds", String.join(" ", words));
        horizonRounds = number(words[1]);
        check(horizonRounds >= 3, "a horizon is at least 3 rounds away", words[1]);
    }

    private void takeFull(String[] words) {
        check(words.length == 4, "full needs two rounds and seats, as in full 1 5 ABCD", String.join(" ", words));
        long from = number(words[1]);
        long to = number(words[2]);
        check(from >= 1, "rounds of blocks begin at 1", words[1]);
        check(to >= from, "the last round is before the first", words[2]);
        check(to <= MAX_ROUND, "full ends at round " + MAX_ROUND + " at the latest", words[2]);
        int[] authors = words[3].chars()
                .map(letter -> seat(String.valueOf((char) letter)))
                .toArray();
        for (long round = from; round <= to; round++) {
            for (int author : authors) {
                List<Digest> parents = new ArrayList<>();
                parents.add(named(author, round - 1));
                for (int other : authors) {
                    if (other != author) {
                        parents.add(named(other, round - 1));
                    }
                }
                dag().add(new DagBlock(author, round, named(author, round), parents));
            }
        }
    }

    private void takeBlock(String[] words) {
        check(words.length >= 3, "a block is AUTHOR ROUND DIGEST PARENT...", String.join(" ", words));
        check(
                words[0].length() == 1 && words[0].charAt(0) >= 'A' && words[0].charAt(0) <= 'Z',
                "an author is a letter from A to Z",
                words[0]);
        List<Digest> parents = new ArrayList<>();
        for (int i = 3; i < words.length; i++) {
            parents.add(digest(words[i]));
        }
        dag().add(new DagBlock(words[0].charAt(0) - 'A', number(words[1]), digest(words[2]), parents));
    }

    private Dag dag() {
        if (dag == null) {
            Committee committee = leaders.isEmpty() ? Committee.of(seats) : new Committee(seats, leaders);
            List<Digest> genesis = new ArrayList<>();
            for (int seat = 0; seat < seats; seat++) {
                genesis.add(named(seat, 0));
            }
            committer = new Committer(committee, horizonRounds);
            dag = new Dag(committee, genesis, committer);
        }
        return dag;
    }

    private void report() throws IOException {
        dag();
        if (isReported) {
            out.append("---\n");
        }
        isReported = true;
        isChanged = false;
        for (long round = 1; round <= committer.highestRound(); round++) {
            SlotDecision slot = committer.decision(round);
            out.append("slot " + round + " " + letter(slot.leader()) + " ")
                    .append(text(slot))
                    .append('\n');
        }
        commits.addAll(committer.takeCommits());
        for (Commit commit : commits) {
            out.append("commit " + commit.index() + " " + commit.leader().text() + ":");
            for (Digest block : commit.blocks()) {
                out.append(' ').append(block.text());
            }
            out.append('\n');
        }
        List<RefusedBlock> refused = new ArrayList<>(dag.refused());
        refused.sort(Comparator.comparing(RefusedBlock::digest));
        for (RefusedBlock block : refused) {
            out.append("refused " + block.digest().text() + " " + block.reason().text() + "\n");
        }
        for (Digest digest : dag.waiting().stream().sorted().toList()) {
            out.append("waiting " + digest.text() + "\n");
        }
    }

    private static String text(SlotDecision slot) {
        String rule = slot.isDirect() ? "direct" : "indirect";
        return switch (slot.outcome()) {
            case COMMIT -> "commit " + slot.block().orElseThrow().text() + " " + rule;
            case SKIP -> "skip " + rule;
            case UNDECIDED -> "undecided";
        };
    }

    private static Digest named(int seat, long round) {
        return Digest.ofText(letter(seat) + "" + round);
    }

    private static char letter(int seat) {
        return (char) ('A' + seat);
    }

    private int seat(String word) {
        int seat = word.length() == 1 ? word.charAt(0) - 'A' : -1;
        check(seat >= 0 && seat < seats, "a seat is a letter from A to " + letter(seats - 1), word);
        return seat;
    }

    private Digest digest(String word) {
        try {
            return Digest.ofText(word);
        } catch (LedgerException e) {
            throw new LedgerException(e.getMessage() + position(word), e);
        }
    }

    private long number(String word) {
        try {
            return Long.parseLong(word);
        } catch (NumberFormatException e) {
            throw new LedgerException("not a whole number" + position(word), e);
        }
    }

    private void check(boolean isRight, String message, String value) {
        if (!isRight) {
            throw error(message, value);
        }
    }

    private LedgerException error(String message, String value) {
        return new LedgerException(message + position(value));
    }

    private String position(String value) {
        return " value=" + value + " file=" + name + " line=" + line;
    }
}
