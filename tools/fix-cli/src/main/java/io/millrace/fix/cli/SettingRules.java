package io.millrace.fix.cli;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * What becomes of each setting of QuickFIX/J and QuickFIX: it is converted, or not needed, or there is nothing like it,
 * and then the advice says what to do instead.
 */
final class SettingRules {

    /** What becomes of a setting. */
    enum Fate {
        CONVERTED,
        NOT_NEEDED,
        REFUSED,
        UNKNOWN
    }

    /**
     * A rule.
     *
     * @param harmless the value that asks for what happens anyway; null if any value but those of the fate does
     * @param advice why it is not needed, or what to do instead
     */
    record Rule(Fate fate, String harmless, String advice) {}

    private static final Map<String, Rule> RULES = new LinkedHashMap<>();
    private static final Map<String, Rule> PREFIXES = new LinkedHashMap<>();

    static {
        identity();
        times();
        validation();
        numbers();
        network();
        storesAndLogs();
    }

    private SettingRules() {}

    /** Returns what becomes of a setting with a value. */
    static Rule of(String name, String value) {
        Rule rule = RULES.get(name);
        if (rule == null) {
            rule = PREFIXES.entrySet().stream()
                    .filter(each -> name.startsWith(each.getKey()))
                    .map(Map.Entry::getValue)
                    .findFirst()
                    .orElse(new Rule(Fate.UNKNOWN, null, "no setting of QuickFIX has this name; it was left out"));
        }
        boolean isHarmless = rule.harmless != null
                && (rule.harmless.equals(value.toUpperCase(Locale.ROOT)) || rule.harmless.equals(value));
        return isHarmless ? new Rule(Fate.NOT_NEEDED, null, "this is so anyway") : rule;
    }

    private static void converted(String... names) {
        for (String name : names) {
            RULES.put(name, new Rule(Fate.CONVERTED, null, ""));
        }
    }

    private static void notNeeded(String why, String... names) {
        for (String name : names) {
            RULES.put(name, new Rule(Fate.NOT_NEEDED, null, why));
        }
    }

    /** Refuses a setting, except with the value that asks for what happens anyway. */
    private static void refused(String name, String harmless, String instead) {
        RULES.put(name, new Rule(Fate.REFUSED, harmless, instead));
    }

    private static void identity() {
        converted("BeginString", "SenderCompID", "TargetCompID", "ConnectionType", "AcceptorTemplate");
        converted("DefaultApplVerID", "DataDictionary", "TransportDataDictionary", "AppDataDictionary");
        PREFIXES.put("AppDataDictionary.", new Rule(Fate.CONVERTED, null, ""));
        String names = "a session is named by BeginString and the CompIDs; set 50, 57, 142 and 143 in each message, and"
                + " give two sessions of the same CompIDs an engine each";
        for (String name :
                new String[] {"SenderSubID", "SenderLocationID", "TargetSubID", "TargetLocationID", "SessionQualifier"
                }) {
            refused(name, "", names);
        }
        notNeeded("the name of the session says it", "Description");
        notNeeded("an error of a session is told before anything starts", "ContinueInitializationOnError");
        refused("DynamicSession", "N", "add the session to an engine with FixEngine.add");
        refused("LogonTag", "", "write the fields of Logons in FixExtension");
    }

    private static void times() {
        converted("StartTime", "EndTime", "StartDay", "EndDay", "Weekdays", "TimeZone", "NonStopSession");
        converted("HeartBtInt", "ReconnectInterval", "LogonTimeout", "CheckLatency", "MaxLatency");
        refused("UseLocalTime", "N", "name the zone with TimeZone");
        String logon = "the session logs on when its schedule opens; order stop and start at other times";
        refused("LogonTime", "", logon);
        refused("LogoutTime", "", logon);
        refused("LogonDay", "", logon);
        refused("LogoutDay", "", logon);
        refused("LogoutTimeout", "2", "in Java FixSettings has logoutTimeout; sections wait 2 s");
        String precision =
                "in Java FixSettings has precision; sections send milliseconds, and seconds in FIX 4.0 and 4.1";
        refused("TimeStampPrecision", "MILLIS", precision);
        refused("TimestampPrecision", "3", precision);
        refused("MillisecondsInTimeStamp", "Y", precision);
        String silence = "a TestRequest is sent after 1.2 intervals of silence, and the connection ends after 2.4";
        refused("DisableHeartBeatCheck", "N", silence);
        refused("HeartBeatTimeoutMultiplier", "1.4", silence);
        refused("TestRequestDelayMultiplier", "0.5", silence);
    }

    private static void validation() {
        converted("UseDataDictionary", "ValidateIncomingMessage", "ValidateUserDefinedFields", "AllowUnknownMsgFields");
        converted("ValidateChecksum", "RejectGarbledMessage");
        String checks = "sections have the checks all, known-fields and none; in Java FixCheck switches each";
        refused("ValidateFieldsOutOfOrder", "Y", checks);
        refused("ValidateUnorderedGroupFields", "Y", checks);
        refused("ValidateFieldsHaveValues", "Y", checks);
        refused("FirstFieldInGroupIsDelimiter", "N", checks);
        refused(
                "ValidateLengthAndChecksum",
                "Y",
                "options: [ACCEPT_ANY_CHECKSUM] accepts a wrong sum, never a wrong length");
        refused("CheckCompID", "Y", "messages with other CompIDs end the session");
        refused("RejectInvalidMessage", "Y", "checks: known-fields, or a FixExtension with checks of your own");
        refused("PreserveMessageFieldsOrder", "N", "messages have the order in which they are written");
        refused(
                "RejectMessageOnUnhandledException",
                "N",
                "a message is in the journal before the application has it, and is not lost: see errors of components");
        refused("DisconnectOnError", "N", "see errors of components");
    }

    private static void numbers() {
        converted("ResetOnLogon", "ResetOnLogout", "ResetOnDisconnect");
        converted("EnableNextExpectedMsgSeqNum", "EnableLastMsgSeqNumProcessed");
        refused("ResetOnError", "N", "an error ends the connection and keeps the numbers; order a reset");
        notNeeded("the journal is what a spare continues with", "RefreshOnLogon");
        notNeeded("messages are always kept", "PersistMessages", "ForceResendWhenCorruptedStore");
        refused("ResendRequestChunkSize", "0", "in Java FixSettings has resendChunk; sections ask for all at once");
        refused("SendRedundantResendRequests", "N", "a gap is asked for once");
        refused("ClosedResendInterval", "N", "a request ends at 0 from FIX 4.2 on, and at 999999 before");
        refused("ValidateSequenceNumbers", "Y", "numbers are always checked");
        refused("RequiresOrigSendingTime", "Y", "a repeated message has OrigSendingTime");
        refused("AllowPosDup", "N", "PossDupFlag is the session's own field");
    }

    private static void network() {
        converted("SocketConnectHost", "SocketConnectPort", "SocketAcceptAddress", "SocketAcceptPort");
        PREFIXES.put("SocketConnectHost", new Rule(Fate.CONVERTED, null, ""));
        PREFIXES.put("SocketConnectPort", new Rule(Fate.CONVERTED, null, ""));
        refused("SocketConnectProtocol", "TCP", "connections are TCP");
        refused("SocketAcceptProtocol", "TCP", "connections are TCP");
        PREFIXES.put("SocketConnectProtocol", new Rule(Fate.REFUSED, "TCP", "connections are TCP"));
        notNeeded(
                "the engine sets its sockets itself",
                "SocketKeepAlive",
                "SocketLinger",
                "SocketOobInline",
                "SocketReceiveBufferSize",
                "SocketSendBufferSize",
                "SocketReuseAddress",
                "SocketSynchronousWrites",
                "SocketSynchronousWriteTimeout",
                "SocketTcpNoDelay",
                "SocketNodelay",
                "SocketTrafficClass",
                "SocketConnectTimeout");
        notNeeded("what waits for a slow peer is in the journal, see maxWaiting", "MaxScheduledWriteRequests");
        refused("SocketLocalHost", "", "the system chooses; a route or a firewall decides by the peer");
        refused("SocketLocalPort", "", "the system chooses");
        refused("AllowedRemoteAddresses", "", "let a firewall decide, or certificates: clientCertificate needed");
        PREFIXES.put("Proxy", new Rule(Fate.REFUSED, "", "connect to a tunnel, such as a local port of ssh or socat"));
        tls();
    }

    private static void tls() {
        refused(
                "SocketUseSSL",
                "N",
                "TLS takes PEM files: write certificate, key and trust; openssl makes them of a key store");
        notNeeded(
                "it belongs to SocketUseSSL, see there",
                "SocketKeyStore",
                "SocketKeyStorePassword",
                "SocketTrustStore",
                "SocketTrustStorePassword",
                "KeyStoreType",
                "TrustStoreType",
                "KeyManagerFactoryAlgorithm",
                "TrustManagerFactoryAlgorithm",
                "NeedClientAuth",
                "UseSNI",
                "SNIHostName");
        notNeeded(
                "TLS is 1.2 or 1.3, with the suites of the JDK and the host's name checked",
                "EnabledProtocols",
                "CipherSuites",
                "EndpointIdentificationAlgorithm",
                "SSL_PROTOCOL",
                "SSL_CIPHER_SUITE");
        converted("SERVER_CERTIFICATE_FILE", "SERVER_CERTIFICATE_KEY_FILE", "CERTIFICATE_AUTHORITIES_FILE");
        converted("CLIENT_CERTIFICATE_FILE", "CLIENT_CERTIFICATE_KEY_FILE", "CERTIFICATE_VERIFY_LEVEL");
    }

    private static void storesAndLogs() {
        converted("FileStorePath", "FileStoreSync");
        notNeeded("the journal knows where each message is", "FileStoreMaxCachedMsgs");
        String database = "the journal is the store; numbers of a database are set by"
                + " setNextIncoming and setNextOutgoing of an operator";
        notNeeded("the journal is the log", "JdbcLogHeartBeats", "JdbcLogEventTable");
        notNeeded("the journal is the log", "JdbcLogIncomingTable", "JdbcLogOutgoingTable");
        for (String prefix :
                new String[] {"Jdbc", "Jndi", "Sleepycat", "MySQLStore", "PostgreSQLStore", "OdbcStore", "MSSQLStore"
                }) {
            PREFIXES.put(prefix, new Rule(Fate.REFUSED, "", database));
        }
        for (String prefix : new String[] {
            "FileLog", "FileInclude", "ScreenLog", "ScreenInclude", "SLF4JLog", "MySQLLog", "PostgreSQLLog", "OdbcLog"
        }) {
            PREFIXES.put(prefix, new Rule(Fate.NOT_NEEDED, null, "the journal is the log: millrace fix log shows it"));
        }
        notNeeded("the console is the page", "HttpAcceptPort");
        notNeeded("a line of the log says it", "LogMessageWhenSessionNotFound");
    }
}
