package io.millrace.service;

/** A replayed input did not produce the outputs that the channel has for it. */
public class DeterminismException extends ServiceException {

    /** What to do where a component was changed. */
    static final String REMEDY =
            "'millrace replay' shows what a changed component does otherwise, 'millrace upgrade' lets it go live";

    private static final long serialVersionUID = 1L;

    /** The service, the input and the position in the output, as {@code name=value}. */
    private final String where;

    /** What the output channel has, as YAML. */
    private final String expected;

    /** What the component has written now, as YAML. */
    private final String actual;

    /**
     * Creates an exception with both sides.
     *
     * @param where the service, the input and the position in the output, as {@code name=value}
     * @param expected what the output channel holds, as YAML; empty where it holds nothing
     * @param actual what the component has written now, as YAML; empty where it has written nothing
     */
    public DeterminismException(String where, String expected, String actual) {
        super("replay diverged: a replayed input produced other outputs; " + REMEDY + " " + where + "\nexpected:\n"
                + indent(expected) + "\nactual:\n" + indent(actual));
        this.where = where;
        this.expected = expected;
        this.actual = actual;
    }

    /** Returns the service, the input and the position in the output, as {@code name=value}. */
    public String where() {
        return where;
    }

    /** Returns what the output channel holds, as YAML; empty where it holds nothing. */
    public String expected() {
        return expected;
    }

    /** Returns what the component has written now, as YAML; empty where it has written nothing. */
    public String actual() {
        return actual;
    }

    private static String indent(String yaml) {
        return yaml.isEmpty() ? "  (no call)" : yaml.stripTrailing().indent(2).stripTrailing();
    }
}
