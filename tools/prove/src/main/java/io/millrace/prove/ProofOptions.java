package io.millrace.prove;

import io.millrace.cli.OutputFile;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The options that all proofs have. */
final class ProofOptions {
    @Option(
            names = "--dir",
            paramLabel = "DIR",
            description = "Works below this directory, and so on its disk; the default is ${DEFAULT-VALUE}.",
            defaultValue = "${sys:java.io.tmpdir}")
    private Path directory;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description =
                    "Makes the choices of the run with this seed again, and of that one alone where it is not said"
                            + " how many; the default is another one each time.")
    private Long seed;

    @Option(
            names = "--json",
            paramLabel = "FILE",
            converter = OutputFile.class,
            description = "Writes the report to FILE as well.")
    private Path json;

    ProofOptions() {}

    Path directory() {
        return directory;
    }

    long seed() {
        return seed == null ? System.nanoTime() & Integer.MAX_VALUE : seed;
    }

    /** Returns how many runs to make: one of a seed that is given, else what is usual, if nothing is said. */
    int runs(Integer said, int usual) {
        return said != null ? said : isAgain(null) ? 1 : usual;
    }

    /** Returns whether one run is to be made again, by its seed, and nothing else. */
    boolean isAgain(Integer said) {
        return said == null && seed != null;
    }

    Path json() {
        return json;
    }
}
