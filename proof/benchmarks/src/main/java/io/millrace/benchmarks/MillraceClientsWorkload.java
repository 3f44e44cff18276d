package io.millrace.benchmarks;

import io.millrace.harness.Effort;
import io.millrace.harness.Figures;
import java.nio.file.Path;

/** Our server for clients. */
public final class MillraceClientsWorkload extends ClientsWorkload {

    @Override
    ClientsServer start(Path directory) {
        return ServedChannel.start(directory, ServedChannel.Section.CLIENTS);
    }

    @Override
    void beside(Effort effort, Path directory, Figures figures) throws Exception {
        int followers = effort == Effort.SMOKE ? 2 : ClientsSuite.BESIDE;
        BesideRounds.measure(ClientsSuite.BESIDE_STALLED, effort, directory, figures, fresh -> {
            ServedChannel served = ServedChannel.start(fresh, ServedChannel.Section.CLIENTS);
            return new BesideRounds.Round(
                    served, FollowerSockets.stalled(served.address(ClientsSuite.Wire.WEB_SOCKET), followers));
        });
        BesideRounds.measure(ClientsSuite.BESIDE_LIVE, effort, directory, figures, fresh -> {
            ServedChannel served = ServedChannel.start(fresh, ServedChannel.Section.CLIENTS);
            return new BesideRounds.Round(
                    served, FollowerSockets.live(served.address(ClientsSuite.Wire.WEB_SOCKET), followers));
        });
    }
}
