package io.millrace.journal;

/**
 * The period of a journal that is in force: what begins with an opening, which stands for everything before it. Whoever
 * starts to read there misses nothing that the opening does not say.
 *
 * @param number how many periods were opened, this one included; at least 1
 * @param opening index of the first frame of the opening, the first of its segment
 */
public record Period(long number, long opening) {}
