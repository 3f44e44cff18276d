package io.millrace.examples.kafka;

import io.millrace.kafka.KafkaGateway;
import io.millrace.kafka.broker.KafkaCluster;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Starts a broker, fills the topic of trades, runs {@code market.yaml} as a process, and shows what a reader of
 * committed records sees. Everything may be killed; started again with the same directory it continues.
 */
@Command(
        name = "start.sh",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Start a broker, fill its topic of trades, run the market between its topics, and show them.")
public final class MarketOnKafka implements Callable<Integer> {
    private static final int SAMPLE_TRADES = 100_000;

    /** The file of the topology, which start.sh names. */
    private static final String TOPOLOGY = "millrace.example";

    @Option(
            names = "--data",
            paramLabel = "DIR",
            defaultValue = "data/kafka",
            description = "The directory of the broker and of the run (default: ${DEFAULT-VALUE}).")
    private Path data;

    @Option(
            names = "--trades",
            paramLabel = "N",
            defaultValue = "" + SAMPLE_TRADES,
            description = "How many trades the topic has (default: ${DEFAULT-VALUE}).")
    private int trades;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Trades of a random walk with this seed, in place of real ones of 2013.")
    private Long seed;

    @Option(
            names = "--broker-only",
            description = "Run nothing: print the address of the broker, and show the topics when the input ends.")
    private boolean brokerOnly;

    @Parameters(paramLabel = "OPTION", description = "After --, options of 'millrace run market.yaml'.")
    private List<String> options = List.of();

    /** Creates the command; called by {@link #main}. */
    private MarketOnKafka() {}

    /**
     * Runs the command and ends the process with its exit code.
     *
     * @param arguments the options
     */
    public static void main(String... arguments) {
        System.exit(new CommandLine(new MarketOnKafka())
                .setExecutionExceptionHandler((error, command, parsed) -> {
                    command.getErr().println("start.sh: " + error.getMessage());
                    return 1;
                })
                .execute(arguments));
    }

    @Override
    public Integer call() throws IOException, InterruptedException, ExecutionException {
        if (trades < 1 || (seed == null && trades > SAMPLE_TRADES)) {
            System.err.println("start.sh: --trades must be 1 or more, and at most " + SAMPLE_TRADES
                    + " without --seed trades=" + trades);
            return 2;
        }
        try (KafkaCluster broker = KafkaCluster.start(data.resolve("broker"), 1)) {
            MarketTopics topics = new MarketTopics(broker.servers());
            topics.create();
            int sent = topics.fill(seed == null ? TradeRecords.ofSample(trades) : TradeRecords.ofSeed(seed, trades));
            System.err.println("broker: " + broker.servers() + ", records added to trades: " + sent);
            int code = brokerOnly ? awaitEndOfInput(broker.servers()) : run(broker.servers());
            if (code == 0) {
                List.of(MarketTopics.BARS, MarketTopics.ORDERS, KafkaGateway.PROGRESS_TOPIC)
                        .forEach(topics::awaitCommitted);
                List.of(MarketTopics.BARS, MarketTopics.ORDERS)
                        .forEach(topic -> System.out.println(topics.summary(topic)));
            }
            broker.stop();
            return code;
        }
    }

    private static int awaitEndOfInput(String servers) throws IOException {
        System.out.println("servers=" + servers);
        System.in.transferTo(OutputStream.nullOutputStream());
        return 0;
    }

    private int run(String servers) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                "io.millrace.cli.Millrace",
                "run",
                System.getProperty(TOPOLOGY, "market.yaml"),
                "--data",
                data.resolve("run").toString(),
                "--servers",
                servers));
        command.addAll(options);
        return new ProcessBuilder(command).inheritIO().start().waitFor();
    }
}
