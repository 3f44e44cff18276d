package io.millrace.examples.kafka;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * The values of the topic of trades, as any program would write them: JSON, one trade each. Those of a seed are always
 * the same.
 */
final class TradeRecords {
    private static final String SAMPLE = "bitstamp_trades_from_20131125_usd.csv";
    private static final double FIRST_PRICE = 800;

    /** When the trades of a seed begin, epoch seconds. */
    private static final long START = 1_385_337_600L;

    private static final int MAX_SECONDS_BETWEEN = 10;

    private TradeRecords() {}

    /** Returns trades whose prices and times are a random walk. */
    static List<String> ofSeed(long seed, int count) {
        Random random = new Random(seed);
        List<String> values = new ArrayList<>();
        double price = FIRST_PRICE;
        long at = START;
        for (int number = 0; number < count; number++) {
            at += random.nextInt(MAX_SECONDS_BETWEEN + 1);
            price = Math.max(1, Math.round((price + random.nextGaussian()) * 100) / 100.0);
            values.add(value(at, price, (1 + random.nextInt(1000)) / 100.0));
        }
        return values;
    }

    /** Returns the first of the 100,000 trades of Bitstamp in the last week of November 2013. */
    static List<String> ofSample(int count) {
        List<String> values = new ArrayList<>();
        InputStream sample = TradeRecords.class.getClassLoader().getResourceAsStream(SAMPLE);
        if (sample == null) {
            throw new IllegalStateException("the sample is not on the class path file=" + SAMPLE);
        }
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(sample, StandardCharsets.UTF_8))) {
            reader.readLine(); // the names of the columns
            for (String line = reader.readLine(); line != null && values.size() < count; line = reader.readLine()) {
                String[] cells = line.split(",", -1);
                values.add(value(Long.parseLong(cells[0]), Double.parseDouble(cells[1]), Double.parseDouble(cells[2])));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return values;
    }

    private static String value(long atSeconds, double price, double amount) {
        return "{\"at\":\"" + Instant.ofEpochSecond(atSeconds) + "\",\"price\":" + price + ",\"amount\":" + amount
                + "}";
    }
}
