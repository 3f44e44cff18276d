package io.millrace.tx;

import io.millrace.transactions.Decision;
import io.millrace.transactions.DecisionDirectory;
import io.millrace.transactions.DecisionListing;
import io.millrace.transactions.GlobalId;
import io.millrace.transactions.ListedTransaction;
import io.millrace.transactions.StoreInUseException;
import io.millrace.transactions.TransactionLogException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tx}: what a transaction manager has decided and not finished, and an operator's decisions about it. */
@Command(
        name = "tx",
        mixinStandardHelpOptions = true,
        description = {
            "Work on the store of a transaction manager: its unfinished decisions, and transactions that did not end",
            "as decided. The manager may run beside list, and not beside the others."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  millrace tx list tx-log",
            "  millrace tx forget tx-log 3-1f --lose shop",
            "  millrace tx forget tx-log 4-2 --lose outcome",
            "  millrace tx resolve tx-log 3-1f --rollback"
        })
final class TxCommand implements Runnable {
    /** What to lose to forget how a transaction ended. */
    private static final String OUTCOME = "outcome";

    private static final int FAILED = 1;
    private static final int USAGE = 2;
    private static final int DAMAGED = 3;
    private static final int IN_USE = 4;

    @Spec
    private CommandSpec spec;

    /** What a command does with the store. */
    private interface Action {
        void with(DecisionDirectory store) throws IOException;
    }

    /** The two answers of which one has to be given. */
    static final class Answer {
        @Option(names = "--commit", required = true, description = "It commits.")
        private boolean commit;

        @Option(names = "--rollback", required = true, description = "Its remaining branches roll back.")
        private boolean rollback;
    }

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(), "missing command; known commands are" + " list, forget and resolve");
    }

    @Command(
            name = "list",
            mixinStandardHelpOptions = true,
            description = "Show transactions that are unfinished, in doubt, or did not end as decided.")
    int list(
            @Parameters(paramLabel = "DIR", description = "The directory of the store.") Path directory,
            @Option(names = "--format", defaultValue = "TEXT", description = "text or json; text by default.")
                    ListFormat format) {
        return with(directory, store -> {
            PrintWriter out = spec.commandLine().getOut();
            switch (format) {
                case TEXT -> Listing.text(store.list(), out);
                case JSON -> Listing.json(store.list(), out);
            }
            out.flush();
        });
    }

    @Command(
            name = "forget",
            mixinStandardHelpOptions = true,
            description = {
                "Forget how a transaction ended, or resources that are lost for ever"
                        + " and cannot be told that it commits.",
                "--lose names what is lost; this cannot be undone."
            })
    int forget(
            @Parameters(paramLabel = "DIR", description = "The directory of the store.") Path directory,
            @Parameters(paramLabel = "ID", description = "The transaction.") String id,
            @Option(
                            names = "--lose",
                            paramLabel = "WHAT",
                            description = {
                                "A resource, #N for the branch N of one without a name, or 'outcome' for the account",
                                "of how the transaction ended. May be given several times."
                            })
                    List<String> lost) {
        return with(directory, store -> {
            ListedTransaction transaction = store.list().find(id);
            if (lost == null) {
                throw new IllegalArgumentException("the data to lose must"
                        + " be named id=" + transaction.transaction() + " "
                        + String.join(" ", choices(transaction)));
            }
            boolean outcome = lost.contains(OUTCOME);
            if (outcome && transaction.outcome() == null) {
                throw new IllegalArgumentException("no outcome is stored for this transaction id=" + id);
            }
            Set<Integer> branches = branches(transaction, lost);
            if (!branches.isEmpty()) {
                store.giveUp(transaction.transaction(), branches);
            }
            if (outcome) {
                store.forgetOutcome(transaction.transaction());
            }
            say("Forgot " + transaction.transaction() + " --lose " + String.join(" --lose ", lost) + ".");
        });
    }

    private static List<String> choices(ListedTransaction transaction) {
        List<String> choices = new ArrayList<>();
        transaction.told().forEach(branch -> choices.add("--lose " + nameOf(branch)));
        if (transaction.outcome() != null) {
            choices.add("--lose " + OUTCOME);
        }
        return choices;
    }

    private static String nameOf(Decision.BranchRecord branch) {
        return branch.resource().isEmpty() ? "#" + branch.branch() : branch.resource();
    }

    private static Set<Integer> branches(ListedTransaction transaction, List<String> lost) {
        Set<Integer> branches = new HashSet<>();
        for (String name : lost) {
            int before = branches.size();
            for (Decision.BranchRecord branch : transaction.told()) {
                if (nameOf(branch).equals(name) || ("#" + branch.branch()).equals(name)) {
                    branches.add(branch.branch());
                }
            }
            if (branches.size() == before && !name.equals(OUTCOME)) {
                throw new IllegalArgumentException("nothing to lose has this name id=" + transaction.transaction()
                        + " lose=" + name + " known=" + String.join(" ", choices(transaction)));
            }
        }
        return branches;
    }

    @Command(
            name = "resolve",
            mixinStandardHelpOptions = true,
            description = {
                "Answer for a transaction that is in doubt; the next start of the manager carries it out.",
                "With --branch, for one of which nothing is recorded but whose branches are prepared."
            })
    int resolve(
            @Parameters(paramLabel = "DIR", description = "The directory of the store.") Path directory,
            @Parameters(paramLabel = "ID", description = "The transaction.") String id,
            @ArgGroup(multiplicity = "1") Answer answer,
            @Option(
                            names = "--branch",
                            paramLabel = "N=RESOURCE",
                            description = "A branch to commit of which nothing is recorded, and its resource.")
                    List<String> branches) {
        return with(directory, store -> {
            if (branches != null) {
                if (answer.rollback) {
                    throw new IllegalArgumentException("recovery rolls back prepared branches without a decision;"
                            + " there is nothing to resolve id=" + id);
                }
                GlobalId unknown = wholeId(id);
                store.commit(new Decision(unknown, parse(branches)));
                say(unknown + " commits.");
                return;
            }
            ListedTransaction transaction = find(store.list(), id);
            if (transaction.state() == ListedTransaction.State.HEURISTIC) {
                throw new IllegalArgumentException("transaction has ended and can only be forgotten id="
                        + transaction.transaction() + " outcome="
                        + transaction.outcome().outcome());
            }
            if (answer.commit) {
                say(transaction.transaction() + " commits, as it was decided.");
            } else {
                store.rollBack(transaction.transaction());
                say(transaction.transaction() + " rolls back what is prepared of it.");
            }
        });
    }

    private static ListedTransaction find(DecisionListing list, String id) {
        try {
            return list.find(id);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    e.getMessage() + "; its prepared branches are rolled back unless"
                            + " --branch names those that commit",
                    e);
        }
    }

    private static GlobalId wholeId(String id) {
        try {
            return GlobalId.parse(id);
        } catch (TransactionLogException e) {
            throw new IllegalArgumentException(
                    "a transaction id is two hexadecimal" + " numbers joined by a dash id=" + id, e);
        }
    }

    private static List<Decision.BranchRecord> parse(List<String> branches) {
        List<Decision.BranchRecord> parsed = new ArrayList<>();
        for (String branch : branches) {
            int equals = branch.indexOf('=');
            try {
                int number = Integer.parseInt(branch.substring(0, Math.max(equals, 0)));
                String resource = branch.substring(equals + 1);
                if (number < 0 || resource.isEmpty() || resource.length() > Decision.MAX_NAME_LENGTH) {
                    throw new IllegalArgumentException("a branch is a number and a resource name of up to "
                            + Decision.MAX_NAME_LENGTH + " characters branch=" + branch);
                }
                parsed.add(new Decision.BranchRecord(number, resource));
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException("a branch has the form NUMBER=RESOURCE branch=" + branch, e);
            }
        }
        return parsed;
    }

    private void say(String what) {
        PrintWriter err = spec.commandLine().getErr();
        err.println(what);
        err.flush();
    }

    /** Runs an action on the store of a directory, and reports errors as the other commands do. */
    private int with(Path directory, Action action) {
        try {
            action.with(DecisionDirectory.of(directory));
            return 0;
        } catch (IllegalArgumentException e) {
            return failed(e, USAGE);
        } catch (StoreInUseException e) {
            return failed(e, IN_USE);
        } catch (TransactionLogException e) {
            return failed(e, e.getCause() instanceof IOException ? FAILED : DAMAGED);
        } catch (IOException e) {
            return failed(e, FAILED);
        }
    }

    private int failed(Exception error, int code) {
        say("millrace: " + error.getMessage());
        return code;
    }
}
