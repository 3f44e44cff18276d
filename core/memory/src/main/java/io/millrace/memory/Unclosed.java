package io.millrace.memory;

import java.lang.ref.Cleaner;

/**
 * Reports an object that holds files, memory or threads and is collected without having been closed: one warning, with
 * what it is and where. The system property {@code millrace.unclosed} is {@code warn}, which is so without it; {@code
 * stack}, which adds where the object was opened and costs some microseconds for each; or {@code off}.
 *
 * <p>The object that is watched is the one that the program holds: a thread of its own must not refer to it. The report
 * comes when the collector finds the object, which may be late or never. Any thread.
 */
public final class Unclosed {

    /** The system property of the setting. */
    public static final String PROPERTY = "millrace.unclosed";

    private static final Unclosed NOT_WATCHED = new Unclosed(null);

    private final Opened opened;
    private Cleaner.Cleanable cleanable;

    private Unclosed(Opened opened) {
        this.opened = opened;
    }

    /** Makes the thread that reports when the first object is watched. */
    private static final class Reports {
        private static final Cleaner CLEANER = Cleaner.create();

        private Reports() {}
    }

    /** Has the stack trace of the opening of an object. */
    private static final class OpenedHere extends Exception {
        private static final long serialVersionUID = 1;

        OpenedHere() {
            super("it was opened here");
        }
    }

    /** What is known of an object without referring to it. */
    private static final class Opened implements Runnable {
        private final String what;
        private final String where;
        private final OpenedHere stack;
        private volatile boolean isClosed;

        Opened(String what, String where, OpenedHere stack) {
            this.what = what;
            this.where = where;
            this.stack = stack;
        }

        @Override
        public void run() {
            if (!isClosed) {
                System.getLogger(Unclosed.class.getPackageName())
                        .log(
                                System.Logger.Level.WARNING,
                                "collected without having been closed, which it must be" + (stack == null ? HINT : "")
                                        + " what=" + what + " where=" + where,
                                stack);
            }
        }
    }

    private static final String HINT = "; -D" + PROPERTY + "=stack shows where it was opened";

    /**
     * Watches an object until {@link #closed()}.
     *
     * @param owner the object that is to be closed, which keeps what is returned
     * @param what its kind, such as {@code journal}
     * @param where its directory or address
     * @throws IllegalArgumentException if the system property has another value than those it may have
     */
    public static Unclosed watch(Object owner, String what, Object where) {
        String setting = System.getProperty(PROPERTY, "warn");
        OpenedHere stack = switch (setting) {
            case "warn", "off" -> null;
            case "stack" -> new OpenedHere();
            default ->
                throw new IllegalArgumentException("invalid value of system property property=" + PROPERTY + " value="
                        + setting + " valid=warn,stack,off");
        };
        if (setting.equals("off")) {
            return NOT_WATCHED;
        }
        Unclosed watched = new Unclosed(new Opened(what, where.toString(), stack));
        watched.cleanable = Reports.CLEANER.register(owner, watched.opened);
        return watched;
    }

    /** Notes that the object was closed: it is not reported. May be called again. */
    public void closed() {
        if (opened != null) {
            opened.isClosed = true;
            cleanable.clean();
        }
    }
}
