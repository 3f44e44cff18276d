package io.millrace.load;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;

/**
 * The user's description of a target.
 *
 * @param url what the user wrote, such as {@code http://127.0.0.1:8080/path} or {@code journal:data/orders}
 * @param values further options by name, from {@code --option NAME=VALUE}
 * @param threads how many sessions there will be, from 1
 */
public record TargetOptions(String url, Map<String, String> values, int threads) {
    /** Copies the map. */
    public TargetOptions {
        Objects.requireNonNull(url);
        values = Map.copyOf(new LinkedHashMap<>(values));
        if (threads < 1) {
            throw new LoadException("a target needs a thread threads=" + threads);
        }
        if (url.indexOf(':') < 1) {
            throw new LoadException("a target is a URL such as journal:DIR target=" + url);
        }
    }

    /** Returns the part of the URL before its first colon, in lower case. */
    public String scheme() {
        return url.substring(0, url.indexOf(':')).toLowerCase(Locale.ROOT);
    }

    /** Returns the part of the URL after its first colon. */
    public String address() {
        return url.substring(url.indexOf(':') + 1);
    }

    /** Returns an option's value, or a default. */
    public String value(String name, String otherwise) {
        return values.getOrDefault(name, otherwise);
    }

    /**
     * Returns an option's value as an integer, or a default.
     *
     * @throws LoadException if it is none, or not in the range
     */
    public long number(String name, long otherwise, long least, long greatest) {
        String text = values.get(name);
        if (text == null) {
            return otherwise;
        }
        try {
            long number = Long.parseLong(text.replace("_", ""));
            if (number >= least && number <= greatest) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw new LoadException("option is not an integer " + name + "=" + text, e);
        }
        throw new LoadException(
                "option out of range " + name + "=" + text + " least=" + least + " greatest=" + greatest);
    }

    /**
     * Checks that no other option was given.
     *
     * @throws LoadException that names the one that is unknown, and those there are
     */
    public void allow(String... names) {
        List<String> known = Arrays.asList(names);
        for (String name : new TreeSet<>(values.keySet())) {
            if (!known.contains(name)) {
                throw new LoadException(
                        "unknown option for this target option=" + name + " known=" + known + " target=" + url);
            }
        }
    }
}
