package io.millrace.load;

import io.millrace.measure.Arrivals;
import io.millrace.measure.LatencyGoal;
import io.millrace.measure.Rate;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.ServiceLoader;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses texts of the command line. */
final class LoadArguments {
    private static final Pattern TIME = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,9})?)\\s*(ns|us|ms|s|m|min|h)");
    private static final long SECOND_NS = 1_000_000_000L;

    private LoadArguments() {}

    /** Returns the lowest rate, from 1, at which a run of a length has enough operations to tell of a goal. */
    static long leastRate(LatencyGoal goal, long durationNs) {
        double perSecond = RateTrial.leastOperations(goal) * (double) SECOND_NS / Math.max(1, durationNs);
        return Math.max(1, (long) Math.ceil(perSecond));
    }

    /** Returns nanoseconds of a text such as {@code 500ms} or {@code 2m}. */
    static long timeNs(String option, String text) {
        Matcher matcher = TIME.matcher(text.strip().toLowerCase(Locale.ROOT));
        if (!matcher.matches()) {
            throw new LoadException("not a duration " + option + "=" + text + " example=10s");
        }
        long unitNs = switch (matcher.group(2)) {
            case "ns" -> 1;
            case "us" -> 1_000;
            case "ms" -> 1_000_000;
            case "s" -> SECOND_NS;
            case "h" -> 3600 * SECOND_NS;
            default -> 60 * SECOND_NS;
        };
        return new BigDecimal(matcher.group(1))
                .multiply(BigDecimal.valueOf(unitNs))
                .longValue();
    }

    /** Returns arrivals of a text such as {@code constant}, {@code poisson:7} or {@code burst:100}. */
    static Arrivals arrivals(String text, Rate rate) {
        String kind = text.replaceFirst(":.*", "");
        String number = text.contains(":") ? text.substring(kind.length() + 1) : "";
        try {
            return switch (kind) {
                case "constant" -> Arrivals.constant(rate);
                case "poisson" -> Arrivals.poisson(rate, number.isEmpty() ? 1 : Long.parseLong(number));
                case "burst" -> Arrivals.bursts(rate, Integer.parseInt(number));
                default ->
                    throw new LoadException("unknown kind of arrivals arrivals=" + text + " known=[constant,"
                            + " poisson:SEED, burst:SIZE]");
            };
        } catch (NumberFormatException e) {
            throw new LoadException("arrivals need a number arrivals=" + text + " example=burst:100", e);
        }
    }

    /** Returns processors of a text such as {@code 0,2}. */
    static List<Integer> cores(String text) {
        List<Integer> cores = new ArrayList<>();
        for (String core : text.split(",", -1)) {
            try {
                cores.add(Integer.parseUnsignedInt(core.strip()));
            } catch (NumberFormatException e) {
                throw new LoadException("not a list of processors cores=" + text + " example=0,1", e);
            }
        }
        return cores;
    }

    /** Returns a share of a text such as {@code 5%}. */
    static double share(String option, String text) {
        try {
            return Double.parseDouble(text.strip().replaceFirst("%$", "")) / 100;
        } catch (NumberFormatException e) {
            throw new LoadException("not a share " + option + "=" + text + " example=5%", e);
        }
    }

    /** Finds the provider of the targets of a URL. */
    static TargetProvider provider(TargetOptions options) {
        TreeSet<String> known = new TreeSet<>();
        for (TargetProvider provider : ServiceLoader.load(TargetProvider.class)) {
            if (provider.schemes().contains(options.scheme())) {
                return provider;
            }
            known.addAll(provider.schemes());
        }
        throw new LoadException("unknown kind of target target=" + options.url() + " known=" + known);
    }

    /** Returns the help of all kinds of targets that are there. */
    static List<String> targetHelp() {
        List<String> help = new ArrayList<>();
        for (TargetProvider provider : ServiceLoader.load(TargetProvider.class)) {
            help.add(provider.help());
        }
        return help;
    }
}
