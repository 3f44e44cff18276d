package io.millrace.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.harness.Effort;
import io.millrace.harness.ForkRunner;
import io.millrace.harness.FurtherValues;
import io.millrace.harness.Report;
import io.millrace.harness.Row;
import io.millrace.harness.Suite;
import io.millrace.harness.SuiteRunner;
import io.millrace.kafka.broker.KafkaCluster;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** A moment of the Kafka suite; {@code -Dmillrace.kafka.smoke=false} leaves it out. */
@DisabledIfSystemProperty(named = "millrace.kafka.smoke", matches = "false")
@Tag("bench")
@Tag("engine")
class KafkaSuiteTest {
    @TempDir
    private Path directory;

    @Test
    void allSidesDoTheirWorkOverOneBroker() throws Exception {
        List<String> progress = new ArrayList<>();
        try (KafkaCluster broker = KafkaSuite.startBroker(directory.resolve("broker"), Effort.SMOKE)) {
            Suite suite = KafkaSuite.suite(broker.servers());
            ForkRunner forks = ForkRunner.likeThisProcess().withSharedForks();
            Report report = new SuiteRunner(forks, directory, progress::add).run(suite, Effort.SMOKE, 1);
            assertEquals(12, report.rows().size());
            for (Row row : report.rows()) {
                assertTrue(row.ours() > 0 && row.peer() > 0, row.toString());
            }
            assertEquals(2 * KafkaSuite.TASKS.size(), report.furtherValues().size());
            for (FurtherValues values : report.furtherValues()) {
                double inFlight = values.parts().get("in flight");
                double needed = values.parts().get("rate x mean");
                assertTrue(inFlight > 0 && needed > 0 && needed < 2 * inFlight + 1, values.toString());
            }
        }
    }
}
