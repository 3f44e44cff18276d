package io.millrace.benchmarks;

import java.util.HashMap;
import java.util.Map;
import net.openhft.chronicle.wire.BytesInBinaryMarshallable;

/**
 * The messages and the component of the method suite as a user of Chronicle Wire writes them, in its compact form: no
 * names, in the order of the fields, which can never change.
 */
public final class ChronicleCompactBook {
    private ChronicleCompactBook() {}

    /** One side's best price. */
    public static final class SidedPrice extends BytesInBinaryMarshallable {
        String symbol;
        long timestamp;
        BuySell side;
        double price;
        double quantity;

        /** Created empty and filled by its user or by the reader. */
        public SidedPrice() {}
    }

    /** Both sides' best prices. */
    public static final class TopOfBookPrice extends BytesInBinaryMarshallable {
        String symbol;
        long timestamp;
        double buyPrice;
        double buyQuantity;
        double sellPrice;
        double sellQuantity;

        /** Created empty and filled by its user or by the reader. */
        public TopOfBookPrice() {}
    }

    /** What the component accepts. */
    public interface SidedPrices {
        /** Takes one side's best price. */
        void sidedPrice(SidedPrice price);
    }

    /** What the component produces. */
    public interface TopOfBookPrices {
        /** Takes both sides' best prices. */
        void topOfBookPrice(TopOfBookPrice price);
    }

    /** Remembers both sides of each symbol and passes them on at each change of one. */
    public static final class Combiner implements SidedPrices {
        private final Map<String, TopOfBookPrice> books = new HashMap<>();
        private final TopOfBookPrices out;

        Combiner(TopOfBookPrices out) {
            this.out = out;
        }

        @Override
        public void sidedPrice(SidedPrice price) {
            TopOfBookPrice book = books.computeIfAbsent(price.symbol, ChronicleCompactBook::bookOf);
            book.timestamp = price.timestamp;
            if (price.side == BuySell.BUY) {
                book.buyPrice = price.price;
                book.buyQuantity = price.quantity;
            } else {
                book.sellPrice = price.price;
                book.sellQuantity = price.quantity;
            }
            out.topOfBookPrice(book);
        }
    }

    private static TopOfBookPrice bookOf(String symbol) {
        TopOfBookPrice book = new TopOfBookPrice();
        book.symbol = symbol;
        return book;
    }
}
