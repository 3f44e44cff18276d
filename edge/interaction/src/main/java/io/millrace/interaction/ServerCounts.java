package io.millrace.interaction;

/**
 * What a server has at one moment, and has counted so far.
 *
 * @param sessions sessions that are open
 * @param calls calls that were made
 * @param refused calls and frames that were answered with an error of this module
 * @param failed calls that a service has refused or failed
 */
public record ServerCounts(int sessions, long calls, long refused, long failed) {}
