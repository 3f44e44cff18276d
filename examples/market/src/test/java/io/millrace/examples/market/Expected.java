package io.millrace.examples.market;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The expected results of the pipeline for the sample, computed in another way: streams over the rows of the file, with
 * none of the components and none of their reading.
 */
record Expected(List<String[]> rows, List<Bar> bars, List<Signal> signals, List<Order> orders) {
    private static final String SAMPLE = "/bitstamp_trades_from_20131125_usd.csv";

    /** Computes it from the first {@code most} rows. */
    static Expected ofSample(int most) {
        List<String[]> rows = lines().stream()
                .skip(1)
                .limit(most)
                .map(line -> line.split(","))
                .toList();
        Map<Instant, List<String[]>> minutes = rows.stream()
                .collect(Collectors.groupingBy(
                        row -> at(row).truncatedTo(ChronoUnit.MINUTES), LinkedHashMap::new, Collectors.toList()));
        List<Bar> bars = minutes.entrySet().stream()
                .map(minute -> bar(minute.getKey(), minute.getValue()))
                .toList();
        List<Signal> signals = signals(bars);
        return new Expected(rows, bars, signals, orders(signals));
    }

    static List<String> lines() {
        try (BufferedReader reader = new BufferedReader(
                new InputStreamReader(Expected.class.getResourceAsStream(SAMPLE), StandardCharsets.US_ASCII))) {
            return reader.lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Instant at(String[] row) {
        return Instant.ofEpochSecond(Long.parseLong(row[0]));
    }

    private static double price(String[] row) {
        return Double.parseDouble(row[1]);
    }

    private static Bar bar(Instant start, List<String[]> trades) {
        return new Bar(
                start,
                price(trades.getFirst()),
                trades.stream().mapToDouble(Expected::price).max().orElseThrow(),
                trades.stream().mapToDouble(Expected::price).min().orElseThrow(),
                price(trades.getLast()),
                // Not DoubleStream.sum, which compensates for rounding.
                trades.stream().map(row -> Double.parseDouble(row[2])).reduce(0.0, Double::sum),
                trades.size());
    }

    private static List<Signal> signals(List<Bar> bars) {
        record Sign(Bar bar, double value) {}
        List<Sign> signs = IntStream.rangeClosed(30, bars.size())
                .mapToObj(end -> new Sign(
                        bars.get(end - 1),
                        Math.signum(mean(bars.subList(end - 10, end)) - mean(bars.subList(end - 30, end)))))
                .filter(sign -> sign.value() != 0)
                .toList();
        return IntStream.range(1, signs.size())
                .filter(i -> signs.get(i).value() != signs.get(i - 1).value())
                .mapToObj(signs::get)
                .<Signal>map(sign -> sign.value() > 0
                        ? new Buy(sign.bar().start(), sign.bar().close())
                        : new Sell(sign.bar().start(), sign.bar().close()))
                .toList();
    }

    private static double mean(List<Bar> bars) {
        return bars.stream().map(Bar::close).reduce(0.0, Double::sum) / bars.size();
    }

    private static List<Order> orders(List<Signal> signals) {
        List<Order> orders = new ArrayList<>();
        for (Signal signal : signals) {
            boolean flat = orders.isEmpty() || orders.getLast().side() == Side.SELL;
            if (flat && signal instanceof Buy) {
                orders.add(new Order(signal.bar(), Side.BUY, 1.0, signal.price()));
            } else if (!flat && signal instanceof Sell) {
                orders.add(new Order(signal.bar(), Side.SELL, 1.0, signal.price()));
            }
        }
        return orders;
    }

    /** The exact sum of a column of the file. */
    BigDecimal sum(int column) {
        return rows.stream().map(row -> new BigDecimal(row[column])).reduce(BigDecimal.ZERO, BigDecimal::add);
    }
}
