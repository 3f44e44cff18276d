package io.millrace.channel;

import io.millrace.journal.TailerOptions;
import io.millrace.wire.CallHooks;
import io.millrace.wire.WireLimits;
import io.millrace.wire.WireTypes;
import java.util.Objects;

/**
 * How a reader reads.
 *
 * @param tailer the durability up to which it reads, and whether it verifies checksums
 * @param types the types that may be created besides the types of the interfaces
 * @param limits the bounds of a message
 * @param unknownMethods how calls are treated that no interface has, if the hooks do not handle them
 * @param hooks the code around the calls: a filter, an interceptor, a handler of unknown calls
 * @param results whether methods of the interfaces may return results
 */
public record ReaderOptions(
        TailerOptions tailer,
        WireTypes types,
        WireLimits limits,
        UnknownMethods unknownMethods,
        CallHooks hooks,
        MethodResults results) {

    private static final ReaderOptions DEFAULTS = new ReaderOptions(
            TailerOptions.defaults(),
            WireTypes.none(),
            WireLimits.defaults(),
            UnknownMethods.SKIP,
            CallHooks.none(),
            MethodResults.REFUSED);

    /** Checks that nothing is null. */
    public ReaderOptions {
        Objects.requireNonNull(tailer, "tailer");
        Objects.requireNonNull(types, "types");
        Objects.requireNonNull(limits, "limits");
        Objects.requireNonNull(unknownMethods, "unknownMethods");
        Objects.requireNonNull(hooks, "hooks");
        Objects.requireNonNull(results, "results");
    }

    /** Returns options that read every mapped call, verified, with no further types; unknown methods are skipped. */
    public static ReaderOptions defaults() {
        return DEFAULTS;
    }

    /** Returns these options with another tailer. */
    public ReaderOptions withTailer(TailerOptions options) {
        return new ReaderOptions(options, types, limits, unknownMethods, hooks, results);
    }

    /** Returns these options with other types. */
    public ReaderOptions withTypes(WireTypes allowed) {
        return new ReaderOptions(tailer, allowed, limits, unknownMethods, hooks, results);
    }

    /** Returns these options with other limits. */
    public ReaderOptions withLimits(WireLimits bounds) {
        return new ReaderOptions(tailer, types, bounds, unknownMethods, hooks, results);
    }

    /** Returns these options with another treatment of unknown methods. */
    public ReaderOptions withUnknownMethods(UnknownMethods answer) {
        return new ReaderOptions(tailer, types, limits, answer, hooks, results);
    }

    /** Returns these options with other hooks. */
    public ReaderOptions withHooks(CallHooks around) {
        return new ReaderOptions(tailer, types, limits, unknownMethods, around, results);
    }

    /** Returns these options for a handler whose methods may return results. */
    public ReaderOptions withResults(MethodResults treatment) {
        return new ReaderOptions(tailer, types, limits, unknownMethods, hooks, treatment);
    }
}
