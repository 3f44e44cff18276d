package io.millrace.rules;

import java.util.List;

/** What is no text is a picture of the documents or test data; anything else is what a trial has left. */
final class BinaryFiles implements Rule {

    private static final String PICTURES = "docs/images/";
    private static final String TEST_DATA = "/src/test/resources/";

    @Override
    public List<Violation> check(Repository repository) {
        return repository.binaries().stream()
                .filter(path -> !path.startsWith(PICTURES) && !path.contains(TEST_DATA))
                .sorted()
                .map(path -> new Violation(
                        path, 1, "binary files are not allowed here allowed=" + PICTURES + ", " + TEST_DATA))
                .toList();
    }
}
