package io.millrace.prove;

import java.util.List;

/**
 * What a run of {@link PortsProof} has left and what its clients have seen.
 *
 * @param outcome its data
 * @param answers the answers of each client
 * @param events the events that each client has seen
 */
record PortsSeen(PortsOutcome outcome, List<List<String>> answers, List<List<String>> events) {

    /**
     * Compares the run with one undisturbed process.
     *
     * @throws ProofException where something differs
     */
    void expectAsIn(PortsSeen undisturbed) {
        same("rows", undisturbed.outcome().rows(), outcome.rows());
        same("events", sorted(undisturbed.outcome().events()), sorted(outcome.events()));
        for (PortsSeen seen : List.of(undisturbed, this)) {
            if (seen.outcome().strayAnswers() > 0) {
                throw new ProofException("answers are recorded that no call waits for count="
                        + seen.outcome().strayAnswers());
            }
            for (int client = 0; client < answers.size(); client++) {
                String caller = PortsPlan.caller(client);
                same(
                        "followed by " + caller,
                        seen.outcome().events(),
                        seen.events().get(client));
                same(
                        "answers of " + caller,
                        seen.outcome().answered(caller),
                        seen.answers().get(client));
                same(
                        "answers of " + caller + " in both runs",
                        undisturbed.answers().get(client),
                        seen.answers().get(client));
            }
        }
    }

    private static List<String> sorted(List<String> texts) {
        return texts.stream().sorted().toList();
    }

    /** Fails where two lists differ. */
    static void same(String what, List<String> expected, List<String> actual) {
        for (int i = 0; i < Math.max(expected.size(), actual.size()); i++) {
            String left = i < expected.size() ? expected.get(i) : "(nothing)";
            String right = i < actual.size() ? actual.get(i) : "(nothing)";
            if (!left.equals(right)) {
                throw new ProofException("something differs what=" + what + " at=" + i + " expected=" + left
                        + " actual=" + right + " sizes=" + expected.size() + "," + actual.size());
            }
        }
    }
}
