package io.millrace.transactions;

import java.util.List;
import java.util.Optional;

/**
 * The content of a store at one moment.
 *
 * @param kind which store it is
 * @param incarnation the number of the newest start
 * @param holder the owner that has the store open, if any; transactions that are being committed are then listed too
 * @param transactions in the order in which they began
 */
public record DecisionListing(
        Kind kind, long incarnation, Optional<String> holder, List<ListedTransaction> transactions) {

    /** The kinds of stores that survive their process. */
    public enum Kind {
        /** {@link GroupCommitDecisionStore}. */
        JOURNAL,
        /** {@link FileDecisionStore}. */
        FILES
    }

    /** Checks the arguments. */
    public DecisionListing {
        transactions = List.copyOf(transactions);
    }

    /**
     * Returns the transaction that a text names: its id, with or without leading zeros, or only the part after the dash
     * where that is unique.
     *
     * @throws IllegalArgumentException if none is listed, or several are; the message says which
     */
    public ListedTransaction find(String text) {
        String full = text.indexOf('-') < 0 ? "-" + text : text;
        GlobalId id;
        try {
            id = GlobalId.parse(full.startsWith("-") ? "0" + full : full);
        } catch (TransactionLogException e) {
            throw new IllegalArgumentException(
                    "a transaction id is two hexadecimal" + " numbers joined by a dash id=" + text, e);
        }
        List<ListedTransaction> found = transactions.stream()
                .filter(each -> full.startsWith("-")
                        ? each.transaction().sequence() == id.sequence()
                        : each.transaction().equals(id))
                .toList();
        if (found.isEmpty()) {
            throw new IllegalArgumentException("no record of this transaction id=" + text);
        }
        if (found.size() > 1) {
            throw new IllegalArgumentException("several transactions match id=" + text + " candidates="
                    + found.stream().map(ListedTransaction::transaction).toList());
        }
        return found.getFirst();
    }
}
