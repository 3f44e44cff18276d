package io.millrace.map;

import io.millrace.service.Snapshotting;
import java.util.Map;
import java.util.stream.Collectors;

/** A component whose state is a map, as a user writes it. */
public final class QuoteDesk implements Quotes, Snapshotting<QuoteState>, QuoteState {

    /** A value of the map. */
    public record Price(double price, long changes) {}

    private final StateMap<String, Price> prices = StateMap.of(String.class, Price.class, KeyOrder.NATURAL);
    private final QuoteEvents out;

    /** Takes the output. */
    public QuoteDesk(QuoteEvents out) {
        this.out = out;
    }

    @Override
    public void quote(String symbol, double price) {
        Price old = prices.get(symbol);
        prices.put(symbol, new Price(price, old == null ? 1 : old.changes() + 1));
        Price now = prices.get(symbol); // what the same input has put
        out.price(symbol, now.price(), now.changes());
    }

    @Override
    public void withdrawn(String symbol) {
        if (prices.remove(symbol)) {
            String first = prices.range(KeyRange.<String>all().most(2)).stream()
                    .map(Map.Entry::getKey)
                    .collect(Collectors.joining(","));
            out.symbols(prices.size(), first);
        }
    }

    @Override
    public Class<QuoteState> snapshotType() {
        return QuoteState.class;
    }

    @Override
    public void snapshot(QuoteState state) {
        prices.forEach(state::entry);
    }

    @Override
    public void entry(String symbol, Price price) {
        prices.put(symbol, price);
    }
}
