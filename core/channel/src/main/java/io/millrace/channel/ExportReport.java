package io.millrace.channel;

/**
 * The result of an export.
 *
 * @param calls how many calls were written
 * @param unreadable how many were left out because the keys of their subjects were deleted
 */
public record ExportReport(long calls, long unreadable) {}
