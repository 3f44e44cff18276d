package io.millrace.topology;

import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A text that a section of a run offers to programs, such as the meters of the run. A section with a server, as the
 * console is one, serves the pages of all sections on its port.
 *
 * @param path its path: a slash, then lower-case letters, digits and {@code -}, such as {@code /metrics}
 * @param contentType its content type
 * @param text returns its content for each request, called by any thread; empty while there is none
 */
public record SectionPage(String path, String contentType, Supplier<Optional<String>> text) {

    /**
     * Checks the path.
     *
     * @throws TopologyException where it is not valid
     */
    public SectionPage {
        Objects.requireNonNull(contentType, "contentType");
        Objects.requireNonNull(text, "text");
        if (!path.matches("/[a-z0-9][a-z0-9-]*")) {
            throw new TopologyException("path of a page of a section is not valid path=" + path);
        }
    }
}
