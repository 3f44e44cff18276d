package io.millrace.benchmarks;

import java.util.HashMap;
import java.util.Map;

/** The messages and the component of the method suite for Millrace, as mutable classes like the peer's. */
public final class MillraceBook {
    private MillraceBook() {}

    /** One side's best price. */
    public static final class SidedPrice {
        String symbol;
        long timestamp;
        BuySell side;
        double price;
        double quantity;

        /** Creates an empty message, which its user or the reader fills. */
        public SidedPrice() {}
    }

    /** Both sides' best prices. */
    public static final class TopOfBookPrice {
        String symbol;
        long timestamp;
        double buyPrice;
        double buyQuantity;
        double sellPrice;
        double sellQuantity;

        /** Creates an empty message, which its user or the reader fills. */
        public TopOfBookPrice() {}
    }

    /** The interface that the component accepts. */
    public interface SidedPrices {
        /** Accepts one side's best price. */
        void sidedPrice(SidedPrice price);
    }

    /** The interface that the component calls. */
    public interface TopOfBookPrices {
        /** Accepts both sides' best prices. */
        void topOfBookPrice(TopOfBookPrice price);
    }

    /** Remembers both sides of each symbol and passes them on when one changes. */
    public static final class Combiner implements SidedPrices {
        private final Map<String, TopOfBookPrice> books = new HashMap<>();
        private final TopOfBookPrices out;

        Combiner(TopOfBookPrices out) {
            this.out = out;
        }

        @Override
        public void sidedPrice(SidedPrice price) {
            TopOfBookPrice book = books.computeIfAbsent(price.symbol, MillraceBook::bookOf);
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
