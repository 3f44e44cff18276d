package io.millrace.telemetry;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where spans go, by OTLP over HTTP.
 *
 * @param endpoint the address of the collector, such as {@code http://localhost:4318}; without a path {@code
 *     /v1/traces} is added
 * @param oneIn one of so many traces is exported, chosen by its first message, so that a trace is exported whole or not
 *     at all; 1 to 1,000,000,000
 * @param channels the journals whose messages become spans; all where it is empty
 * @param headersFile the file of further headers, {@code name: value} in each line; relative to the topology file
 * @param keepFor how long messages that cannot be exported are kept from retention
 */
public record OtlpSpec(
        String endpoint, long oneIn, List<String> channels, Optional<String> headersFile, Duration keepFor) {

    /** How long messages that cannot be exported are kept from retention where nothing else is said. */
    public static final Duration DEFAULT_KEEP_FOR = Duration.ofHours(1);

    private static final long MAX_ONE_IN = 1_000_000_000;
    private static final Pattern SAMPLE = Pattern.compile("1(?:/([1-9][0-9]{0,9}))?");

    /**
     * Checks the values and takes a copy.
     *
     * @throws TelemetryException where the endpoint is no address, or a number is out of its range
     */
    public OtlpSpec {
        endpoint = url(endpoint);
        channels = List.copyOf(channels);
        Objects.requireNonNull(headersFile, "headersFile");
        if (oneIn < 1 || oneIn > MAX_ONE_IN) {
            throw new TelemetryException("sample=1/" + oneIn + " is not between 1/1 and 1/" + MAX_ONE_IN);
        }
        if (keepFor.isNegative()) {
            throw new TelemetryException("keepFor=" + keepFor + " is negative");
        }
    }

    /**
     * Returns the export of every message of all journals.
     *
     * @param endpoint the address of the collector
     * @throws TelemetryException where it is none
     */
    public static OtlpSpec to(String endpoint) {
        return new OtlpSpec(endpoint, 1, List.of(), Optional.empty(), DEFAULT_KEEP_FOR);
    }

    /**
     * Returns the same of one in so many traces.
     *
     * @param number how many, 1 to 1,000,000,000
     * @throws TelemetryException where it is out of its range
     */
    public OtlpSpec withOneIn(long number) {
        return new OtlpSpec(endpoint, number, channels, headersFile, keepFor);
    }

    /** Returns the same of these channels alone. */
    public OtlpSpec withChannels(String... names) {
        return new OtlpSpec(endpoint, oneIn, List.of(names), headersFile, keepFor);
    }

    /** Returns the same with the headers in a file. */
    public OtlpSpec withHeadersFile(String file) {
        return new OtlpSpec(endpoint, oneIn, channels, Optional.of(file), keepFor);
    }

    /**
     * Returns the same with another time for which messages are kept.
     *
     * @throws TelemetryException where it is negative
     */
    public OtlpSpec withKeepFor(Duration time) {
        return new OtlpSpec(endpoint, oneIn, channels, headersFile, time);
    }

    /** Reads a sample such as {@code 1/100}. */
    static long oneIn(String text) {
        Matcher matcher = SAMPLE.matcher(text);
        if (!matcher.matches()) {
            throw new TelemetryException("sample=" + text + " is not of the form 1/N, such as 1/100");
        }
        return matcher.group(1) == null ? 1 : Long.parseLong(matcher.group(1));
    }

    private static String url(String text) {
        try {
            URI uri = new URI(text);
            boolean isHttp = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
            boolean isPlain = uri.getRawUserInfo() == null && uri.getRawFragment() == null;
            if (isHttp && isPlain && uri.getHost() != null && uri.getPort() <= PrometheusSpec.MAX_PORT) {
                boolean hasPath = uri.getRawPath() != null && uri.getRawPath().length() > 1;
                return hasPath ? text : uri.resolve("/v1/traces").toString();
            }
        } catch (URISyntaxException e) {
            throw new TelemetryException(wrong(text), e);
        }
        throw new TelemetryException(wrong(text));
    }

    private static String wrong(String text) {
        return "endpoint=" + text + " is not an address such as http://localhost:4318, without a user or a fragment";
    }
}
