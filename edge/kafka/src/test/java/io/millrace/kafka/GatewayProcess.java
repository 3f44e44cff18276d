package io.millrace.kafka;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A gateway in a process of its own, which is killed. It ends once there are so many outcomes. Arguments: servers,
 * topic, directory, count.
 */
final class GatewayProcess {
    private GatewayProcess() {}

    public static void main(String[] arguments) {
        try (GatewayRun run = new GatewayRun(arguments[0], arguments[1], Path.of(arguments[2]))) {
            run.name = arguments[1];
            run.key = Optional.of("trade.symbol");
            run.batch = Optional.of(50);
            run.settings = List.of("default.api.timeout.ms=6000");
            run.open();
            System.out.println("open");
            int count = Integer.parseInt(arguments[3]);
            while (run.answered() < count) { // each round has the whole patience of a wait
                int before = run.answered();
                run.until(() -> run.answered() > before);
            }
        }
        System.out.println("done");
    }
}
