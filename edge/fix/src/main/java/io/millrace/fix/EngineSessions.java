package io.millrace.fix;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The sessions of an engine: those that were added, and those that templates make. A session of a template is a guest
 * until its first valid Logon: it counts while it is connected, and the journal knows nothing of it. One thread.
 */
final class EngineSessions {

    private static final int STORE_BYTES = 1 << 16;
    private static final int STORE_MESSAGES = 1 << 10;
    private static final int MOST_PENDING_BYTES = 64 << 20;

    /** Null without a journal. */
    private final FixJournal journal;

    private final int mostDynamic;
    private final EngineLog log;
    private final Map<FixSessionId, FixSession> sessions = new LinkedHashMap<>();
    private final Collection<FixSession> all = Collections.unmodifiableCollection(sessions.values());

    /** All sessions, for other threads; none is ever removed. */
    private final Collection<FixSession> shown = new ConcurrentLinkedQueue<>();

    private final Map<String, FixSession> names = new HashMap<>();
    private final Map<FixSessionId, FixSession> guests = new HashMap<>();
    private final List<FixTemplate> templates = new ArrayList<>();
    private final PendingMessages.Space pending = new PendingMessages.Space(MOST_PENDING_BYTES);
    private int dynamic;

    EngineSessions(FixJournal journal, int mostDynamic, EngineLog log) {
        this.journal = journal;
        this.mostDynamic = mostDynamic;
        this.log = log;
    }

    void add(FixTemplate template) {
        templates.add(template);
    }

    FixSession add(FixSettings settings, FixApplication application) {
        if (sessions.containsKey(settings.id())) {
            throw new FixException("there are two sessions of one name session=" + settings.id());
        }
        return enter(make(settings, application, null));
    }

    private FixSession make(FixSettings settings, FixApplication application, Runnable admission) {
        FixStore store;
        if (journal == null) {
            store = new MemoryStore(STORE_BYTES, STORE_MESSAGES);
        } else {
            store = admission == null ? journal.store(settings.id()) : journal.guestStore(settings.id());
        }
        return new FixSession(settings, store, application, pending, admission);
    }

    private FixSession enter(FixSession session) {
        FixSessionId id = session.settings().id();
        sessions.put(id, session);
        shown.add(session);
        names.put(id.toString(), session);
        return session;
    }

    /** Returns the sessions without guests. */
    Collection<FixSession> all() {
        return all;
    }

    /** Returns the sessions without guests, for any thread, which may read what they count. */
    Collection<FixSession> shown() {
        return shown;
    }

    /** Returns the session of a name, or null. */
    FixSession named(FixSessionId id) {
        return sessions.get(id);
    }

    /** Returns the session of a name, or null; one that a template has made in an earlier run is made again. */
    FixSession named(String name) {
        FixSession session = names.get(name);
        return session == null && journal != null && journal.has(name) ? known(FixSessionId.parse(name)) : session;
    }

    /** Returns the session that a first message names, or null; that of a template may be a guest. */
    FixSession ofFirstMessage(FixSessionId id) {
        FixSession session = named(id.toString());
        if (session == null) {
            session = guests.get(id);
        }
        if (session == null) {
            session = ofTemplate(id, () -> known(id));
            if (session != null) {
                guests.put(id, session);
            }
        }
        return session != null && session.settings().role() == FixSettings.Role.ACCEPTOR ? session : null;
    }

    /** Returns the session of a name, which stays; a template may make it. Returns null if there is none. */
    FixSession known(FixSessionId id) {
        FixSession session = sessions.get(id);
        if (session != null) {
            return session;
        }
        session = guests.remove(id);
        if (session == null) {
            session = ofTemplate(id, null);
        }
        if (session != null) {
            dynamic++;
            enter(session);
        }
        return session;
    }

    private FixSession ofTemplate(FixSessionId id, Runnable admission) {
        for (FixTemplate template : templates) {
            FixSettings settings = template.settings(id);
            if (settings != null) {
                int made = dynamic + guests.size();
                if (made >= mostDynamic) {
                    log.note("a session is refused, there are too many of templates count=" + made + " session=" + id);
                    return null;
                }
                return make(settings, template.application(id), admission);
            }
        }
        return null;
    }

    /** Returns whether the peer of a session, connected or not, may ask for what was sent to it. */
    boolean isOpen(JournalStore store, long nowNs) {
        if (sessions.containsKey(store.id())) {
            return true; // it begins again by itself when its schedule says so
        }
        for (FixTemplate template : templates) {
            FixSettings settings = template.settings(store.id());
            if (settings != null) {
                FixSchedule.Period period = settings.schedule().periodAt(FixSchedule.instant(store.lastActiveNs()));
                return settings.schedule().isNonStop()
                        || (period != null && period.end().isAfter(FixSchedule.instant(nowNs)));
            }
        }
        return false;
    }

    /** Notes that a session has no connection any more, which a guest does not outlive. */
    void left(FixSession session) {
        guests.remove(session.settings().id(), session);
    }
}
