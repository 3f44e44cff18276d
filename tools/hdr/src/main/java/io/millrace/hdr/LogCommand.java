package io.millrace.hdr;

import io.millrace.measure.MeasureException;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A command that reads logs. What goes wrong is one sentence; damaged lines are counted, named, and an exit code. */
abstract class LogCommand implements Callable<Integer> {
    private static final int USAGE = 2;
    private static final int DAMAGED = 3;
    private static final int NAMED_DEFECTS = 10;

    @Spec
    CommandSpec spec;

    @Mixin
    LogSelection selection;

    /**
     * Runs the command, and writes nothing if there is nothing to work on; {@code defects} receives damaged lines.
     *
     * @return how many intervals were intact
     */
    abstract long run(DefectCount defects) throws IOException;

    @Override
    public final Integer call() throws IOException {
        PrintWriter err = spec.commandLine().getErr();
        DefectCount defects = new DefectCount(err, NAMED_DEFECTS);
        long whole;
        try {
            whole = run(defects);
        } catch (MeasureException e) {
            defects.report();
            err.println("millrace: " + e.getMessage());
            err.flush();
            return USAGE;
        }
        defects.report();
        if (selection.overlaps() > 0) {
            err.println("millrace: intervals of a tag overlap, so that rates and counts of a time are too high count="
                    + selection.overlaps() + " first: " + selection.firstOverlap());
            err.flush();
        }
        boolean isDamaged = defects.count() > 0;
        if (whole == 0) {
            err.println(
                    "millrace: no interval is " + (isDamaged ? "whole" : "selected") + " logs=" + selection.paths());
            err.flush();
            return isDamaged ? DAMAGED : USAGE;
        }
        return isDamaged || (isWrongWhereOverlapping() && selection.overlaps() > 0) ? DAMAGED : 0;
    }

    /** Returns whether overlapping intervals are an error, rather than a warning. */
    boolean isWrongWhereOverlapping() {
        return false;
    }

    final PrintWriter out() {
        return spec.commandLine().getOut();
    }
}
