package io.millrace.testing;

/** What a run of tests is told from outside. */
final class TestingSettings {
    /** Set to true, it makes every case write {@code out.yaml} as the component answers now. */
    static final String REGENERATE_PROPERTY = "millrace.testing.regenerate";

    /** The same as an environment variable, which reaches tests through every build tool. */
    static final String REGENERATE_VARIABLE = "MILLRACE_TESTING_REGENERATE";

    private TestingSettings() {}

    static boolean regenerate() {
        return Boolean.getBoolean(REGENERATE_PROPERTY) || Boolean.parseBoolean(System.getenv(REGENERATE_VARIABLE));
    }
}
