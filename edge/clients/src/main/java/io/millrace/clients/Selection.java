package io.millrace.clients;

import io.millrace.channel.ChannelCursor;
import io.millrace.wire.CallSchema;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Which messages of a channel a follower gets: those of some methods, with some values, the latest of each key. */
final class Selection implements AutoCloseable {

    private final List<String> methods;
    private final ValueFilter filter;
    private final Optional<LatestOfKeys> latest;

    private Selection(List<String> methods, ValueFilter filter, Optional<LatestOfKeys> latest) {
        this.methods = methods;
        this.filter = filter;
        this.latest = latest;
    }

    /**
     * Returns the selection of a request.
     *
     * @param ahead opens a cursor where the follower begins, for one that wants the latest of each key
     * @throws RequestException where it asks for what is none
     */
    static Selection of(ClientRequest request, Supplier<ChannelCursor> ahead) {
        List<String> methods = request.text("methods")
                .map(text -> List.of(text.split(",", -1)))
                .orElse(List.of());
        ValueFilter filter = ValueFilter.of(request.text("where"));
        Optional<Projection> key = request.text("latest").map(Projection::ofNames);
        return new Selection(
                methods,
                filter,
                key.map(fields -> new LatestOfKeys(ahead.get(), fields, cursor -> matches(methods, filter, cursor))));
    }

    private static boolean matches(List<String> methods, ValueFilter filter, ChannelCursor cursor) {
        CallSchema schema = cursor.schema();
        return (methods.isEmpty() || methods.contains(schema.path())) && filter.matches(cursor);
    }

    /** Returns whether the follower gets the call at a cursor. */
    boolean isWanted(ChannelCursor cursor) {
        return latest.isPresent() ? latest.get().isLatest(cursor) : matches(methods, filter, cursor);
    }

    @Override
    public void close() {
        latest.ifPresent(LatestOfKeys::close);
    }
}
