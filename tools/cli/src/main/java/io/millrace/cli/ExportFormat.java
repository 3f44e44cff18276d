package io.millrace.cli;

/** The formats of an export. */
enum ExportFormat {
    YAML,
    JSON,
    CSV
}
