package io.millrace.service;

import java.util.Optional;
import java.util.SequencedMap;

/** A component, source or gateway that is run on its channels. The counts may be read by any thread. */
public interface ServiceTask extends Task {

    /** What a service is doing. */
    enum State {
        /** It re-applies inputs whose outputs are written already. */
        RESTARTING,
        /** It takes new inputs. */
        LIVE,
        /** Its inputs have ended and are drained. */
        DONE
    }

    /** Returns what the service is doing. */
    State state();

    /** Returns the inputs taken since this task was made, those re-applied left out. */
    long inputs();

    /** Returns the calls written since this task was made. */
    long outputs();

    /** Returns the inputs re-applied by the restart. */
    long reapplied();

    /** Returns the component, source or gateway itself; only the task's thread may use it while the task runs. */
    Object component();

    /**
     * Returns the index of the newest message taken from each input channel, by the channel's name; -1 where none was
     * taken. May be called by any thread; the indexes are those of one moment each.
     */
    SequencedMap<String, Long> positions();

    /**
     * Returns what a port that serves clients needs; empty where clients get no answers: a source, a gateway, a
     * component whose output is not kept.
     */
    default Optional<ComponentPort> port() {
        return Optional.empty();
    }

    /** Returns the health of the service; may be called by any thread while its channels are open. */
    ComponentHealth health();
}
