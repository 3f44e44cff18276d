package io.millrace.leaks;

/**
 * How much a test repeats. Each build runs the short lane, in which a random test makes as few rounds as it needs to
 * find a fault soon; {@code .ci/long} runs the same classes with {@code -Dmillrace.effort}, which multiplies them.
 */
public final class Lane {

    /** The system property with the factor, 1 where it is not set. */
    public static final String EFFORT = "millrace.effort";

    private static final int MOST = 1_000_000;

    private Lane() {}

    /**
     * Returns how many rounds a test makes in this lane.
     *
     * @param rounds those of the short lane, at least 1
     * @throws IllegalArgumentException where the factor is not between 1 and a million, or the product is no int
     */
    public static int rounds(int rounds) {
        String text = System.getProperty(EFFORT, "1");
        try {
            int effort = Integer.parseInt(text);
            if (effort >= 1 && effort <= MOST && rounds >= 1) {
                return Math.multiplyExact(rounds, effort);
            }
        } catch (NumberFormatException | ArithmeticException e) {
            throw new IllegalArgumentException(message(rounds, text), e);
        }
        throw new IllegalArgumentException(message(rounds, text));
    }

    private static String message(int rounds, String effort) {
        return "the rounds of a test are out of range rounds=" + rounds + " " + EFFORT + "=" + effort;
    }
}
