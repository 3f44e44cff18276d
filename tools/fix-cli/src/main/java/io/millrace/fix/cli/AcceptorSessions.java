package io.millrace.fix.cli;

import io.millrace.fix.FixDictionary;
import io.millrace.fix.FixEngine;
import io.millrace.fix.FixOption;
import io.millrace.fix.FixSessionId;
import io.millrace.fix.FixSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** The sessions of the acceptor that acceptance scripts talk to, one for each dictionary that was given. */
final class AcceptorSessions {

    /** Whether the sessions begin again with each connection, or continue with what the engine has kept. */
    enum Numbers {
        BEGIN_AGAIN,
        CONTINUE
    }

    private static final String OWN = "ISLD";

    private final FixEngine engine;
    private final Path directory;
    private final EchoApplication.Profile profile;
    private final Numbers numbers;

    private AcceptorSessions(FixEngine engine, Path directory, EchoApplication.Profile profile, Numbers numbers) {
        this.engine = engine;
        this.directory = directory;
        this.profile = profile;
        this.numbers = numbers;
    }

    /** Adds a session for each dictionary of a directory that has its usual name, such as {@code FIX44.xml}. */
    static void add(FixEngine engine, Path directory, EchoApplication.Profile profile, Numbers numbers) {
        AcceptorSessions all = new AcceptorSessions(engine, directory, profile, numbers);
        for (int minor = 0; minor <= 4; minor++) {
            FixDictionary dictionary = all.dictionary("FIX4" + minor);
            if (dictionary != null) {
                String version = "FIX.4." + minor;
                all.add(FixSettings.session(all.id(version, "4" + minor), dictionary));
            }
        }
        FixDictionary transport = all.dictionary("FIXT11");
        if (transport != null) {
            all.addFixt(transport);
        }
    }

    private FixDictionary dictionary(String name) {
        Path file = directory.resolve(name + ".xml");
        return Files.exists(file) ? FixDictionary.read(file) : null;
    }

    private FixSessionId id(String beginString, String version) {
        return new FixSessionId(beginString, OWN, profile == EchoApplication.Profile.J ? "TW" : "TW" + version);
    }

    private void addFixt(FixDictionary transport) {
        Map<String, FixDictionary> byVersion = new HashMap<>();
        Map<String, String> files = Map.of("7", "FIX50", "8", "FIX50SP1", "9", "FIX50SP2", "10", "FIXLatest");
        files.forEach((version, name) -> {
            FixDictionary application = dictionary(name);
            if (application != null) {
                byVersion.put(version, FixDictionary.combine(transport, application));
            }
        });
        if (profile == EchoApplication.Profile.J) {
            addFixt("", "7", byVersion);
        } else {
            addFixt("50", "7", byVersion);
            addFixt("50SP1", "8", byVersion);
            addFixt("50SP2", "9", byVersion);
        }
    }

    private void addFixt(String peer, String version, Map<String, FixDictionary> byVersion) {
        FixDictionary dictionary = byVersion.get(version);
        if (dictionary != null) {
            add(FixSettings.session(id("FIXT.1.1", peer), dictionary)
                    .applicationVersion(version)
                    .dictionaries(byVersion));
        }
    }

    private void add(FixSettings.Builder settings) {
        if (profile == EchoApplication.Profile.C) {
            settings.with(
                    FixOption.SHORT_REJECTS,
                    FixOption.SHORT_LOGOUTS,
                    FixOption.SERVE_LOW_RESEND_REQUESTS,
                    FixOption.REFUSE_SILENTLY);
        }
        if (numbers == Numbers.BEGIN_AGAIN) {
            boolean isJ = profile == EchoApplication.Profile.J;
            settings.with(isJ ? FixOption.RESET_AT_DISCONNECT : FixOption.RESET_AT_LOGON);
        }
        engine.add(settings.build(), new EchoApplication(profile));
    }
}
