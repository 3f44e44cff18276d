package io.millrace.fix;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Chooses the dictionary of a message that is only shown: the user's if there is one of its version, else one of the
 * class path, that of {@code fix-standard}. One thread.
 */
public final class FixDictionaries {

    /**
     * A choice.
     *
     * @param dictionary the dictionary
     * @param exact whether it is of the version of the message, so that errors can be told
     */
    public record Choice(FixDictionary dictionary, boolean exact) {}

    private static final String FIXT = "FIXT.1.1";
    private static final String LATEST = "OrchestraFIXLatest.xml";

    private final Map<String, Choice> choices = new HashMap<>();

    private FixDictionaries() {}

    /**
     * Returns a choice among files and those of the class path.
     *
     * @param files dictionaries of QuickFIX or Orchestra, of several versions, with the transport of FIXT 1.1 if needed
     * @throws FixDictionaryException if a file is no dictionary
     */
    public static FixDictionaries of(List<Path> files) {
        FixDictionaries choice = new FixDictionaries();
        FixDictionary transport = null;
        FixDictionary application = null;
        for (Path file : files) {
            FixDictionary dictionary = FixDictionary.read(file);
            String version = dictionary.version();
            if (version.equals(FIXT)) {
                transport = dictionary;
            } else if (version.startsWith("FIX.4")) {
                choice.choices.put(version, new Choice(dictionary, true));
            } else {
                application = dictionary;
            }
        }
        if (application != null) {
            FixDictionary whole = transport == null ? application : FixDictionary.combine(transport, application);
            choice.choices.put(FIXT, new Choice(whole, true));
        } else if (transport != null) {
            choice.choices.put(FIXT, new Choice(transport, true));
        }
        return choice;
    }

    /**
     * Returns the dictionary of a version.
     *
     * @param beginString a value of BeginString (8)
     * @throws java.io.UncheckedIOException if the class path has none
     */
    public Choice of(String beginString) {
        return choices.computeIfAbsent(beginString, FixDictionaries::standard);
    }

    private static Choice standard(String beginString) {
        return switch (beginString) {
            case "FIX.4.2" -> new Choice(resource("FixRepository42.xml"), true);
            case "FIX.4.4" -> new Choice(resource("FixRepository44.xml"), true);
            case "FIX.4.0", "FIX.4.1" -> new Choice(resource("FixRepository42.xml"), false);
            case "FIX.4.3" -> new Choice(resource("FixRepository44.xml"), false);
            default -> new Choice(resource(LATEST), false);
        };
    }

    private static FixDictionary resource(String name) {
        try (InputStream in = FixDictionaries.class.getClassLoader().getResourceAsStream(name)) {
            if (in == null) {
                throw new IOException("the class path has no such dictionary name=" + name);
            }
            return FixDictionary.read(in, name);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
