package io.millrace.console;

import io.millrace.server.RefusedException;
import java.util.Optional;

/** The format in which messages are shown. */
enum MessageFormat {
    YAML,
    JSON;

    static MessageFormat of(Optional<String> text) {
        return switch (text.orElse("yaml")) {
            case "yaml" -> YAML;
            case "json" -> JSON;
            default -> throw new RefusedException(400, "format is neither yaml nor json format=" + text.get());
        };
    }
}
