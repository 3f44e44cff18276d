package io.millrace.remote;

import io.millrace.interaction.MapInputs;
import io.millrace.interaction.InputLog;
import io.millrace.interaction.MapServer;
import io.millrace.interaction.MemoryInputs;
import io.millrace.interaction.ServedMap;

/** Serves a map of stock, by default one in memory alone. */
final class StockServer extends MapServer<String, Stock> implements StockMap {

    StockServer() {
        this(new ServedMap<>(4));
    }

    private StockServer(ServedMap<String, Stock> map) {
        this(map, new MemoryInputs<>(map));
    }

    StockServer(ServedMap<String, Stock> map, InputLog<? extends MapInputs<String, Stock>> inputs) {
        super(map, inputs);
    }
}
