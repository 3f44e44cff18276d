package io.millrace.load;

import io.millrace.cli.CommandProvider;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** Adds {@code load} to the {@code millrace} command. */
public final class LoadCommands implements CommandProvider {
    /** Creates the provider; called by the service loader. */
    public LoadCommands() {}

    @Override
    public List<Object> commands() {
        return List.of(commandLine());
    }

    static CommandLine commandLine() {
        CommandLine line = new CommandLine(new LoadCommand());
        line.getCommandSpec()
                .addOption(OptionSpec.builder("-h", "--help")
                        .usageHelp(true)
                        .description("Show this help and end.")
                        .build())
                .usageMessage()
                .footer(footer());
        line.setCaseInsensitiveEnumValuesAllowed(true);
        return line;
    }

    private static String[] footer() {
        StringBuilder footer = new StringBuilder("""

                Examples:
                  millrace load journal:/tmp/load --duration 10s
                  millrace load journal:/tmp/load-2 --rate 100000/s --html load.html
                  millrace load exec:'my-server --stdio' --rate 500/s --arrivals poisson:1
                  millrace load journal:/tmp/load-3 --find-rate --slo '99.9%%<1ms' --duration 10s
                  millrace load tcp:127.0.0.1:7000 --find-rate --slo '99%%<1ms' --slo '99.9%%<10ms' --log at.hlog

                A time has a unit: ns, us, ms, s, m or h. A rate is N/s, N/min or N/10s, for example.

                Targets:
                """);
        LoadArguments.targetHelp()
                .forEach(help ->
                        footer.append("  ").append(help.replace("%", "%%")).append('\n'));
        footer.append("\nExit codes: 0 done, 1 failed, 2 wrong command line or workload, 5 the --slo was not met\n");
        return footer.toString().split("\n");
    }
}
