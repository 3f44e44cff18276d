package io.millrace.map;

import io.millrace.service.Snapshotting;
import io.millrace.wire.Default;

/** The next version of a {@link QuoteDesk}: its values have one more field, and it counts by tens. */
public final class NextQuoteDesk implements Quotes, Snapshotting<NextQuoteState>, NextQuoteState {

    /** A value of the map. */
    public record Price(
            double price, long changes, @Default("none") String venue) {}

    private final StateMap<String, Price> prices = StateMap.of(String.class, Price.class);
    private final QuoteEvents out;

    /** Takes the output. */
    public NextQuoteDesk(QuoteEvents out) {
        this.out = out;
    }

    @Override
    public void quote(String symbol, double price) {
        Price now = prices.compute(
                symbol,
                (_, old) ->
                        old == null ? new Price(price, 10, "new") : new Price(price, old.changes() + 10, old.venue()));
        out.price(symbol + "@" + now.venue(), now.price(), now.changes());
    }

    @Override
    public void withdrawn(String symbol) {
        prices.remove(symbol);
    }

    @Override
    public Class<NextQuoteState> snapshotType() {
        return NextQuoteState.class;
    }

    @Override
    public void snapshot(NextQuoteState state) {
        prices.forEach(state::entry);
    }

    @Override
    public void entry(String symbol, Price price) {
        prices.put(symbol, price);
    }
}
