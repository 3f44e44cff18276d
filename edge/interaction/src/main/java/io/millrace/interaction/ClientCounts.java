package io.millrace.interaction;

/**
 * What a client has at one moment.
 *
 * @param pending calls that wait for their answers
 * @param listeners subscribers that have not ended
 * @param lateAnswers answers that came after the time of their calls and were dropped, so far
 */
public record ClientCounts(int pending, int listeners, long lateAnswers) {}
