package io.millrace.fix.acceptance;

import io.millrace.fix.FixDictionary;
import io.millrace.fix.FixOption;
import io.millrace.fix.FixSessionId;
import io.millrace.fix.FixSettings;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;

/** The dictionaries of the class path, each read once, and the settings of the acceptor. */
final class Dictionaries {

    private final Map<String, FixDictionary> read = new HashMap<>();

    FixDictionary named(String name) {
        return read.computeIfAbsent(name, this::read);
    }

    private FixDictionary read(String name) {
        try (InputStream in = Dictionaries.class.getResourceAsStream("/" + name + ".xml")) {
            return FixDictionary.read(in, name + ".xml");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private FixDictionary application(String name) {
        return read.computeIfAbsent("FIXT11 " + name, _ -> FixDictionary.combine(named("FIXT11"), named(name)));
    }

    FixSettings.Builder settings(FixSessionId id) {
        named("FIXT11");
        named("FIX50");
        named("FIX50SP2");
        named("FIXLatest");
        FixDictionary dictionary =
                id.isFixt() ? application("FIX50") : named(id.beginString().replace(".", ""));
        FixSettings.Builder settings = FixSettings.session(id, dictionary).with(FixOption.RESET_AT_DISCONNECT);
        if (id.isFixt()) {
            settings.applicationVersion("7")
                    .dictionaries(Map.of("9", application("FIX50SP2"), "10", application("FIXLatest")));
        }
        return settings;
    }
}
