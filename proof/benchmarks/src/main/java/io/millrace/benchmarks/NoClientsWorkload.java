package io.millrace.benchmarks;

import io.millrace.harness.Effort;
import io.millrace.harness.Figures;
import java.nio.file.Path;

/** The same run without a server for clients. */
public final class NoClientsWorkload extends ClientsWorkload {

    @Override
    ClientsServer start(Path directory) {
        return ServedChannel.start(directory, ServedChannel.Section.NONE);
    }

    @Override
    boolean hasClients() {
        return false;
    }

    @Override
    void beside(Effort effort, Path directory, Figures figures) throws Exception {
        for (String name : new String[] {ClientsSuite.BESIDE_STALLED, ClientsSuite.BESIDE_LIVE}) {
            BesideRounds.measure(
                    name,
                    effort,
                    directory,
                    figures,
                    fresh -> new BesideRounds.Round(ServedChannel.start(fresh, ServedChannel.Section.NONE), () -> {}));
        }
    }
}
