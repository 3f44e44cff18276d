package io.millrace.service;

import java.nio.file.Path;
import java.util.Set;

/**
 * Makes services: a component, source or gateway that is run on its channels by an {@link EventLoop}.
 *
 * <pre>{@code
 * ServiceTask bars = Service.component("bar-builder")
 *         .reads(trades)
 *         .writes(bars)
 *         .create(outputs -> new BarBuilder(outputs.as(Bars.class)));
 * try (EventLoop loop = EventLoop.start("pipeline", EventLoopOptions.defaults(), List.of(bars))) {
 *     loop.await();
 * }
 * }</pre>
 *
 * <p>A service writes exactly one output channel and is its only writer. Restarting is no special case: a service that
 * finds its output not empty replays the inputs recorded there, with the outputs compared instead of written, and then
 * continues.
 */
public final class Service {

    private Service() {}

    /** Describes a component that reads one or more channels. */
    public static ComponentBuilder component(String name) {
        return new ComponentBuilder(name);
    }

    /** Describes an external source. */
    public static SourceBuilder source(String name) {
        return new SourceBuilder(name);
    }

    /** Describes a gateway to the outside. */
    public static GatewayBuilder gateway(String name) {
        return new GatewayBuilder(name);
    }

    /** Describes a replay of a component on its recorded inputs. */
    public static ReplayBuilder replay(String name) {
        return new ReplayBuilder(name);
    }

    /**
     * Returns the names of the services that have positions in a journal: those that have written it, and those that
     * read it.
     *
     * @param journal the directory of a journal
     */
    public static Set<String> namesIn(Path journal) {
        return RestartHolds.services(journal);
    }
}
