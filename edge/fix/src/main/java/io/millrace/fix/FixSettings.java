package io.millrace.fix;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** The settings of one session: an immutable value, made by a {@link Builder}. */
public final class FixSettings {

    /** Which side of a connection a session is. */
    public enum Role {
        /** It waits for a Logon. */
        ACCEPTOR,
        /** It connects and sends the first Logon. */
        INITIATOR
    }

    private final FixSessionId id;
    private final Builder values;

    private FixSettings(Builder values) {
        this.id = values.id;
        this.values = new Builder(values, values.id);
    }

    /** Begins the settings of a session that validates by {@code dictionary} and accepts a Logon. */
    public static Builder session(FixSessionId id, FixDictionary dictionary) {
        return new Builder(id, dictionary);
    }

    /** Returns the same settings for another session. */
    FixSettings of(FixSessionId other) {
        return new FixSettings(new Builder(values, other));
    }

    /** Returns the name of the session. */
    public FixSessionId id() {
        return id;
    }

    /** Returns the side. */
    public Role role() {
        return values.role;
    }

    /** Returns the dictionary of messages that name no application version. */
    public FixDictionary dictionary() {
        return values.dictionary;
    }

    /** Returns the dictionary of an application version, a value of ApplVerID (1128), or null if there is none. */
    FixDictionary dictionary(String applicationVersion) {
        return values.applicationVersion.equals(applicationVersion)
                ? values.dictionary
                : values.dictionaries.get(applicationVersion);
    }

    /** Returns the application version that Logons of this side state as DefaultApplVerID (1137). */
    public String applicationVersion() {
        return values.applicationVersion;
    }

    /** Returns the checks of the validation. */
    public Set<FixCheck> checks() {
        return EnumSet.copyOf(values.checks);
    }

    /** Returns whether an option is on. */
    public boolean has(FixOption option) {
        return values.options.contains(option);
    }

    /** Returns the decimal places of seconds in SendingTime (52). */
    public FixTime.Precision precision() {
        return values.precision;
    }

    /** Returns when the session is open. */
    public FixSchedule schedule() {
        return values.schedule;
    }

    /** Returns what the session does in its own way. */
    public FixExtension extension() {
        return values.extension;
    }

    long latencyNs() {
        return values.latencyNs;
    }

    long heartbeatSeconds() {
        return values.heartbeatSeconds;
    }

    long logonTimeoutNs() {
        return values.logonTimeoutNs;
    }

    long logoutTimeoutNs() {
        return values.logoutTimeoutNs;
    }

    int resendChunk() {
        return values.resendChunk;
    }

    int mostPending() {
        return values.mostPending;
    }

    int longestMessage() {
        return values.longestMessage;
    }

    /** Collects settings; the methods return this builder. */
    public static final class Builder {

        private final FixSessionId id;
        private final FixDictionary dictionary;
        private Role role = Role.ACCEPTOR;
        private String applicationVersion = "9";
        private Map<String, FixDictionary> dictionaries = Map.of();
        private Set<FixCheck> checks = FixCheck.all();
        private Set<FixOption> options = EnumSet.noneOf(FixOption.class);
        private FixTime.Precision precision;
        private long latencyNs = Duration.ofMinutes(2).toNanos();
        private long heartbeatSeconds = 30;
        private long logonTimeoutNs = Duration.ofSeconds(10).toNanos();
        private long logoutTimeoutNs = Duration.ofSeconds(2).toNanos();
        private int resendChunk;
        private FixSchedule schedule = FixSchedule.nonStop();
        private int mostPending = 10_000;
        private int longestMessage = 1 << 20;
        private FixExtension extension = FixExtension.NONE;

        private Builder(FixSessionId id, FixDictionary dictionary) {
            this.id = id;
            this.dictionary = dictionary;
            precision = id.lacksReasons() ? FixTime.Precision.SECONDS : FixTime.Precision.MILLISECONDS;
        }

        private Builder(Builder other, FixSessionId session) {
            id = session;
            dictionary = other.dictionary;
            role = other.role;
            applicationVersion = other.applicationVersion;
            dictionaries = Map.copyOf(other.dictionaries);
            checks = EnumSet.copyOf(other.checks);
            options = EnumSet.copyOf(other.options);
            precision = other.precision;
            latencyNs = other.latencyNs;
            heartbeatSeconds = other.heartbeatSeconds;
            logonTimeoutNs = other.logonTimeoutNs;
            logoutTimeoutNs = other.logoutTimeoutNs;
            resendChunk = other.resendChunk;
            schedule = other.schedule;
            mostPending = other.mostPending;
            longestMessage = other.longestMessage;
            extension = other.extension;
        }

        /** Sets the side; {@code ACCEPTOR} unless set. */
        public Builder role(Role value) {
            role = value;
            return this;
        }

        /**
         * Sets the application version that Logons state, a value of ApplVerID (1128); {@code 9}, which is FIX 5.0 SP2,
         * unless set. It counts only in sessions of FIXT, and names the version of the dictionary of the session.
         */
        public Builder applicationVersion(String value) {
            applicationVersion = value;
            return this;
        }

        /** Sets the dictionaries of further application versions, which a peer's Logon or a message may name. */
        public Builder dictionaries(Map<String, FixDictionary> byApplicationVersion) {
            dictionaries = Map.copyOf(byApplicationVersion);
            return this;
        }

        /** Sets the checks of the validation; all unless set. */
        public Builder checks(Set<FixCheck> value) {
            checks = value.isEmpty() ? FixCheck.none() : EnumSet.copyOf(value);
            return this;
        }

        /** Switches options on. */
        public Builder with(FixOption... more) {
            options.addAll(Set.of(more));
            return this;
        }

        /** Sets the decimal places of SendingTime; milliseconds unless set, seconds in FIX 4.0 and 4.1. */
        public Builder precision(FixTime.Precision value) {
            precision = value;
            return this;
        }

        /** Sets how far SendingTime may be from now; 120 s unless set, zero for any. */
        public Builder latency(Duration value) {
            latencyNs = atLeastZero("latency", value);
            return this;
        }

        /**
         * Sets the interval of heartbeats that an initiator asks for, from 0, which is none, to 3,600 s; 30 unless
         * set.
         */
        public Builder heartbeatSeconds(int value) {
            if (value < 0 || value > 3_600) {
                throw new IllegalArgumentException("the interval is out of range heartbeatSeconds=" + value);
            }
            heartbeatSeconds = value;
            return this;
        }

        /** Sets how long a connection may be without a Logon; 10 s unless set. */
        public Builder logonTimeout(Duration value) {
            logonTimeoutNs = atLeastZero("logonTimeout", value);
            return this;
        }

        /** Sets how long the answer to a Logout is waited for; 2 s unless set. */
        public Builder logoutTimeout(Duration value) {
            logoutTimeoutNs = atLeastZero("logoutTimeout", value);
            return this;
        }

        /** Sets when the session is open; at the end of each period both numbers begin at 1; non-stop unless set. */
        public Builder schedule(FixSchedule value) {
            schedule = value;
            return this;
        }

        /** Sets how many messages one ResendRequest asks for; 0, which is all, unless set. */
        public Builder resendChunk(int messages) {
            if (messages < 0) {
                throw new IllegalArgumentException("a chunk has at least one message resendChunk=" + messages);
            }
            resendChunk = messages;
            return this;
        }

        /** Sets how many messages are kept while earlier ones are missing; later ones are asked for again. */
        public Builder mostPending(int messages) {
            if (messages < 1) {
                throw new IllegalArgumentException("at least one message is kept mostPending=" + messages);
            }
            mostPending = messages;
            return this;
        }

        /** Sets the longest message in bytes, from 64 to 256 MiB; 1 MiB unless set. */
        public Builder longestMessage(int bytes) {
            longestMessage = bytes;
            return this;
        }

        /** Sets what the session does in its own way; nothing unless set. */
        public Builder extension(FixExtension value) {
            extension = java.util.Objects.requireNonNull(value, "extension");
            return this;
        }

        /** Returns the settings. */
        public FixSettings build() {
            return new FixSettings(this);
        }

        private static long atLeastZero(String name, Duration value) {
            if (value.isNegative()) {
                throw new IllegalArgumentException("a duration is negative " + name + "=" + value);
            }
            return value.toNanos();
        }
    }
}
