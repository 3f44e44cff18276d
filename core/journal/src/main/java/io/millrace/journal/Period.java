package io.millrace.journal;

/**
 * The period of a journal that is in force: it begins with an opening, which replaces everything before it. A reader
 * that starts there needs nothing before it.
 *
 * @param number how many periods were opened, this one included; at least 1
 * @param opening index of the first frame of the opening, the first of its segment
 */
public record Period(long number, long opening) {}
