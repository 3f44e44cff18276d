package io.millrace.spring.boot;

/** Doubles numbers, and refuses negative ones. */
public final class Doubler implements Numbers {

    private final Numbers out;

    public Doubler(Numbers out) {
        this.out = out;
    }

    @Override
    public void number(long number) {
        if (number < 0) {
            throw new IllegalArgumentException("number=" + number);
        }
        out.number(2 * number);
    }
}
