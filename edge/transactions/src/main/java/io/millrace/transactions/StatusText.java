package io.millrace.transactions;

/** The names of the numbers in {@link jakarta.transaction.Status}. */
final class StatusText {

    private static final String[] NAMES = {
        "active", "marked for rollback", "prepared", "committed", "rolled back",
        "unknown", "no transaction", "preparing", "committing", "rolling back"
    };

    private StatusText() {}

    static String of(int status) {
        return status >= 0 && status < NAMES.length ? NAMES[status] : Integer.toString(status);
    }
}
