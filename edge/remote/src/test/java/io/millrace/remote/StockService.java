package io.millrace.remote;

import io.millrace.interaction.InputLog;
import io.millrace.interaction.InteractionServerBuilder;
import io.millrace.interaction.ServedComponent;
import io.millrace.interaction.MapEntry;
import io.millrace.interaction.ServedMap;
import io.millrace.interaction.UpdateVisitor;
import io.millrace.wire.WireTypes;

/** A map of stock whose inputs are in a channel. */
public final class StockService implements ServedComponent<StockInputs> {

    private final StockState state = new StockState();

    /** Creates an empty map. */
    public StockService() {}

    @Override
    public Class<StockInputs> inputs() {
        return StockInputs.class;
    }

    @Override
    public StockInputs component() {
        return state;
    }

    @Override
    public WireTypes types() {
        return WireTypes.none().allow(Take.class, Place.class);
    }

    @Override
    public void serve(InputLog<StockInputs> log, InteractionServerBuilder server) {
        server.serve(StockMap.class, new StockServer(state.map, log));
    }

    /** The map as the component of its channel. */
    private static final class StockState implements StockInputs {

        private final ServedMap<String, Stock> map = new ServedMap<>(1_000);

        @Override
        public void put(String key, Stock value) {
            map.put(key, value);
        }

        @Override
        public void remove(String key) {
            map.remove(key);
        }

        @Override
        public void update(
                String key,
                UpdateVisitor<MapEntry<String, Stock>, ?> visitor) {
            map.update(key, visitor);
        }
    }
}
