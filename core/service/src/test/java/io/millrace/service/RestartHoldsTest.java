package io.millrace.service;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.millrace.channel.Channel;
import io.millrace.channel.RestartPosition;
import io.millrace.journal.Index;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RestartHoldsTest {

    @TempDir
    Path root;

    /** A component that threw is made again from its newest snapshot, which stays the newest. */
    @Test
    void positionsMoveWithTheNextSnapshotAndNotWithARestart() {
        try (Channel input = Flow.channel(root, "numbers");
                Channel output = Flow.channel(root, "sums")) {
            RestartHolds holds = RestartHolds.open(ServiceNames.of("adder"), List.of(input), output, List.of());
            holds.take();
            holds.reached(10, 11);
            assertEquals(Index.NONE, held(input));
            holds.restartsFrom(10, 11);
            assertEquals(Index.NONE, held(input), "what is restored is the newest as before");
            holds.restartsFrom(5, 6);
            assertEquals(Index.NONE, held(input), "the newest could not be used");
            holds.reached(20, 21);
            assertEquals(5, held(input));
            holds.reached(30, 31);
            assertEquals(20, held(input));
        }
    }

    private static long held(Channel channel) {
        return channel.journal()
                .orElseThrow()
                .position(RestartPosition.of("adder"))
                .get();
    }
}
