package io.millrace.cli;

/** In which form a channel is exported. */
enum ExportFormat {
    YAML,
    JSON,
    CSV
}
