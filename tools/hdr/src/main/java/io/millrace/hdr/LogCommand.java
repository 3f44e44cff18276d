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
    private static final int FAILED = 1;
    private static final int USAGE = 2;
    private static final int DAMAGED = 3;
    private static final int NAMED_DEFECTS = 10;

    @Spec
    CommandSpec spec;

    @Mixin
    LogSelection selection;

    /** Does the work; {@code defects} gets what is damaged. */
    abstract void run(DefectCount defects) throws IOException;

    @Override
    public final Integer call() {
        PrintWriter err = spec.commandLine().getErr();
        DefectCount defects = new DefectCount(err, NAMED_DEFECTS);
        try {
            run(defects);
        } catch (MeasureException e) {
            err.println("millrace: " + e.getMessage());
            err.flush();
            return USAGE;
        } catch (IOException e) {
            err.println("millrace: " + e.getMessage());
            err.flush();
            return FAILED;
        } finally {
            spec.commandLine().getOut().flush();
        }
        if (selection.intervals() == 0 && defects.count() == 0) {
            err.println("millrace: no interval is selected: logs=" + selection.paths());
            err.flush();
            return USAGE;
        }
        defects.report();
        return defects.count() == 0 ? 0 : DAMAGED;
    }

    final PrintWriter out() {
        return spec.commandLine().getOut();
    }
}
