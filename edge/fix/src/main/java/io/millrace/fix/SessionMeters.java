package io.millrace.fix;

import io.millrace.fix.SessionCounts.Value;
import io.millrace.topology.MeterInfo;
import io.millrace.topology.MeterKind;
import io.millrace.topology.MeterLabel;
import io.millrace.topology.MeterReader;
import io.millrace.topology.MeterUnit;
import io.millrace.topology.MeterValues;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The meters of a run's sessions. A template has the sums of the sessions that it has made. One thread. */
final class SessionMeters implements MeterReader {

    /** The state of a session that is not connected although its schedule is open and no operator has stopped it. */
    private static final String MISSING = "MISSING";

    private static final List<String> STATES = List.of("LOGGED_ON", "CONNECTED", "DISCONNECTED", "STOPPED", MISSING);
    private static final List<String> WAYS = List.of("in", "out");

    private final FixRun run;
    private final MeterInfo sessions;
    private final MeterInfo messages;
    private final MeterInfo rejects;
    private final MeterInfo resends;
    private final MeterInfo missing;
    private final MeterInfo logons;

    /** The sums of one name in a topology. */
    private static final class Sums {
        private final Map<Value, Long> values = new EnumMap<>(Value.class);
        private final Map<String, Integer> states = new HashMap<>();
    }

    SessionMeters(FixRun run) {
        this.run = run;
        MeterLabel session = MeterLabel.of("session", run.names());
        MeterLabel way = MeterLabel.of("direction", WAYS);
        sessions = new MeterInfo(
                "millrace.fix.sessions",
                MeterKind.GAUGE,
                MeterUnit.NONE,
                "sessions in a state; MISSING is not connected although the schedule is open",
                List.of(session, MeterLabel.of("state", STATES)));
        messages = counter("millrace.fix", MeterUnit.MESSAGES, "messages received and sent in this run", session, way);
        rejects = counter("millrace.fix.rejects", MeterUnit.NONE, "Reject and BusinessMessageReject", session, way);
        resends = counter("millrace.fix.resend.requests", MeterUnit.NONE, "ResendRequests", session, way);
        logons = counter("millrace.fix.logons", MeterUnit.NONE, "exchanges of Logons", session);
        missing = new MeterInfo(
                "millrace.fix.missing",
                MeterKind.GAUGE,
                MeterUnit.MESSAGES,
                "messages that were asked for again and have not come",
                List.of(session));
    }

    private static MeterInfo counter(String name, MeterUnit unit, String help, MeterLabel... labels) {
        return new MeterInfo(name, MeterKind.COUNTER, unit, help, List.of(labels));
    }

    @Override
    public List<MeterInfo> meters() {
        return List.of(sessions, messages, rejects, resends, logons, missing);
    }

    @Override
    public void read(MeterValues to) {
        Map<String, Sums> byName = new HashMap<>();
        run.names().forEach(name -> byName.put(name, new Sums()));
        Instant now = Instant.now();
        run.sessions().forEach(session -> {
            Sums sums = byName.get(run.nameOf(session.settings().id()));
            for (Value value : Value.values()) {
                sums.values.merge(value, session.counts().get(value), Long::sum);
            }
            sums.states.merge(state(session, now), 1, Integer::sum);
        });
        byName.forEach((name, sums) -> {
            for (String state : STATES) {
                to.count(sessions, sums.states.getOrDefault(state, 0), name, state);
            }
            ways(to, messages, sums, name, Value.RECEIVED, Value.SENT);
            ways(to, rejects, sums, name, Value.REJECTS_RECEIVED, Value.REJECTS_SENT);
            ways(to, resends, sums, name, Value.RESENDS_RECEIVED, Value.RESENDS_SENT);
            to.count(logons, sums.values.getOrDefault(Value.LOGONS, 0L), name);
            to.count(missing, sums.values.getOrDefault(Value.MISSING, 0L), name);
        });
    }

    private static void ways(MeterValues to, MeterInfo meter, Sums sums, String name, Value in, Value out) {
        to.count(meter, sums.values.getOrDefault(in, 0L), name, "in");
        to.count(meter, sums.values.getOrDefault(out, 0L), name, "out");
    }

    /** Returns the state; a session of a template comes when it likes, and is never missing. */
    private String state(FixSession session, Instant now) {
        SessionCounts.State state = session.counts().state();
        boolean isMissing = state == SessionCounts.State.DISCONNECTED
                && run.isNamed(session.settings().id())
                && session.settings().schedule().periodAt(now) != null;
        return isMissing ? MISSING : state.name();
    }
}
