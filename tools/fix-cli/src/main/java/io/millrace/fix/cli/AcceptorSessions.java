package io.millrace.fix.cli;

import io.millrace.fix.FixDictionary;
import io.millrace.fix.FixOption;
import io.millrace.fix.FixSession;
import io.millrace.fix.FixSessionId;
import io.millrace.fix.FixSettings;
import io.millrace.fix.MemorySentStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** The sessions of the acceptor that acceptance scripts talk to, one for each dictionary that was given. */
final class AcceptorSessions {

    private static final int STORE_BYTES = 1 << 16;
    private static final int STORE_MESSAGES = 1 << 10;
    private static final String OWN = "ISLD";

    private final Map<FixSessionId, FixSession> sessions = new HashMap<>();
    private final Path directory;
    private final EchoApplication.Profile profile;

    private AcceptorSessions(Path directory, EchoApplication.Profile profile) {
        this.directory = directory;
        this.profile = profile;
    }

    /** Reads the dictionaries of a directory that have their usual names, such as {@code FIX44.xml}. */
    static AcceptorSessions read(Path directory, EchoApplication.Profile profile) {
        AcceptorSessions all = new AcceptorSessions(directory, profile);
        for (int minor = 0; minor <= 4; minor++) {
            FixDictionary dictionary = all.dictionary("FIX4" + minor);
            if (dictionary != null) {
                String version = "FIX.4." + minor;
                all.add(version, "4" + minor, FixSettings.session(all.id(version, "4" + minor), dictionary));
            }
        }
        FixDictionary transport = all.dictionary("FIXT11");
        if (transport != null) {
            all.addFixt(transport);
        }
        return all;
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
            add(
                    "FIXT.1.1",
                    peer,
                    FixSettings.session(id("FIXT.1.1", peer), dictionary)
                            .applicationVersion(version)
                            .dictionaries(byVersion));
        }
    }

    private void add(String beginString, String version, FixSettings.Builder settings) {
        if (profile == EchoApplication.Profile.J) {
            settings.with(FixOption.RESET_AT_DISCONNECT);
        } else {
            settings.with(
                    FixOption.RESET_AT_LOGON,
                    FixOption.SHORT_REJECTS,
                    FixOption.SHORT_LOGOUTS,
                    FixOption.SERVE_LOW_RESEND_REQUESTS,
                    FixOption.REFUSE_SILENTLY);
        }
        sessions.put(
                id(beginString, version),
                new FixSession(
                        settings.build(),
                        new MemorySentStore(STORE_BYTES, STORE_MESSAGES),
                        new EchoApplication(profile)));
    }

    FixSession find(FixSessionId id) {
        return sessions.get(id);
    }

    /** Returns the session with a name such as {@code FIX.4.4:ISLD->TW}, or null. */
    FixSession named(String name) {
        for (FixSession session : sessions.values()) {
            if (session.settings().id().toString().equals(name)) {
                return session;
            }
        }
        return null;
    }

    int size() {
        return sessions.size();
    }
}
