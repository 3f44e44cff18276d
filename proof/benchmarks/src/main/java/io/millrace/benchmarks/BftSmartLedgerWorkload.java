package io.millrace.benchmarks;

import io.millrace.harness.BenchmarkException;
import io.millrace.harness.Effort;
import io.millrace.harness.Figures;
import io.millrace.harness.Workload;
import java.net.URLClassLoader;
import java.nio.file.Path;

/** The ledger suite on BFT-SMaRt, which has a class path of its own: its libraries are older than those of others. */
public final class BftSmartLedgerWorkload implements Workload {
    /** Creates the workload; a fork calls this. */
    public BftSmartLedgerWorkload() {}

    /** Finds classes of the JDK and of the harness, which both modules share, and no others. */
    private static final class HarnessOnly extends ClassLoader {
        private static final String HARNESS = Workload.class.getPackageName() + ".";

        HarnessOnly() {
            super(ClassLoader.getPlatformClassLoader());
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            if (name.startsWith(HARNESS)) {
                return Workload.class.getClassLoader().loadClass(name);
            }
            throw new ClassNotFoundException(name);
        }
    }

    @Override
    public void run(Effort effort, Path directory, Figures figures) throws Exception {
        // not closed: the library leaves threads that end later
        URLClassLoader classes =
                new URLClassLoader(ModuleClassPath.urls(ModuleClassPath.of("ledger-bftsmart")), new HarnessOnly());
        workload(classes, effort).run(effort, directory, figures);
    }

    private static Workload workload(ClassLoader classes, Effort effort) {
        try {
            return (Workload) classes.loadClass("io.millrace.ledger.bftsmart.BftSmartWorkload")
                    .getDeclaredConstructor(long.class, long.class, int.class, long.class)
                    .newInstance(
                            LedgerSuite.leadInNs(effort),
                            LedgerSuite.measuredNs(effort),
                            LedgerSuite.latencies(effort),
                            LedgerSuite.RATE);
        } catch (ReflectiveOperationException e) {
            throw new BenchmarkException("the replicas of BFT-SMaRt cannot be made", e);
        }
    }
}
