package io.millrace.browser;

import io.millrace.service.ExternalSource;
import io.millrace.service.Progress;
import io.millrace.service.SourceContext;
import java.util.List;

/** Readings without an end, a function of their number; every hundredth item is a remark with markup in it. */
public final class Sensors implements ExternalSource {

    /** What a page must show as text. */
    static final String MARKUP =
            "<script>document.title='broken'</script><img src=x onerror=\"document.title='broken'\">";

    private static final List<String> NAMES = List.of("north", "east", "south", "west");
    private static final int REMARK_EVERY = 100;
    private static final double MEAN = 20;
    private static final double AMPLITUDE = 10;
    private static final double STEP = 0.05;

    private final Readings out;
    private long number;

    /** Makes a source that calls {@code out}. */
    public Sensors(Readings out) {
        this.out = out;
    }

    @Override
    public void open(long resumeAfter) {
        number = Math.max(0, resumeAfter);
    }

    @Override
    public Progress poll(SourceContext context) {
        number++;
        context.index(number);
        if (number % REMARK_EVERY == 0) {
            out.remark(MARKUP);
        } else {
            double celsius = MEAN + AMPLITUDE * Math.sin(number * STEP);
            out.reading(new Reading(number, NAMES.get((int) (number % NAMES.size())), celsius));
        }
        return Progress.EMITTED;
    }

    @Override
    public void close() {}
}
