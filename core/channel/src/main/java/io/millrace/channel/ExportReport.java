package io.millrace.channel;

/**
 * What an export has.
 *
 * @param calls how many calls were written
 * @param unreadable how many were left out because the keys of their subjects are gone
 */
public record ExportReport(long calls, long unreadable) {}
