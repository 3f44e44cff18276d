package io.millrace.interaction;

import io.millrace.wire.WireTypes;

/**
 * A component whose inputs are in a channel and that clients read and change. It is made anew at each start, with a
 * public constructor without parameters, and gets all inputs of the channel; so its state is what they make of it.
 *
 * @param <I> the interface of the input calls
 */
public interface ServedComponent<I> {

    /** Returns the interface of the input calls, as a channel takes it. */
    Class<I> inputs();

    /** Returns what gets the input calls in order; the same object each time. */
    I component();

    /** Returns the allow-list of visitors and handlers that clients may send, and that the channel has. */
    default WireTypes types() {
        return WireTypes.none();
    }

    /**
     * Adds the services to a server, once, before the component gets its inputs. Their calls are made in the thread of
     * the component.
     *
     * @param log makes input calls
     * @param server takes the services
     */
    void serve(InputLog<I> log, InteractionServerBuilder server);
}
