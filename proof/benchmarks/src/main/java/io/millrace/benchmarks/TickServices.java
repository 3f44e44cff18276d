package io.millrace.benchmarks;

import io.millrace.fix.FixMessageCalls;
import io.millrace.fix.FixMsgType;
import io.millrace.fix.FixTag;
import java.util.List;

/** Three services between a quote that comes and the order that it leads to, and what they get and make. */
public final class TickServices {

    private TickServices() {}

    /** Market data, a Quote (S). */
    @FixMsgType("S")
    public static final class Quote {
        @FixTag(value = 117, required = true)
        long number;

        @FixTag(value = 55, required = true)
        String symbol;

        @FixTag(value = 132, required = true, decimals = 4)
        long bid;

        @FixTag(value = 133, required = true, decimals = 4)
        long offer;
    }

    /** An order, NewOrderSingle (D), with the nine fields that the other cases have. */
    @FixMsgType("D")
    public static final class Order {
        @FixTag(value = 11, required = true)
        long clOrdId;

        @FixTag(21)
        char handling = '1';

        @FixTag(value = 38, required = true)
        long quantity;

        @FixTag(value = 40, required = true)
        char ordType = '2';

        @FixTag(value = 44, decimals = 4)
        long price;

        @FixTag(value = 54, required = true)
        char side;

        @FixTag(value = 55, required = true)
        String symbol;

        @FixTag(59)
        char timeInForce = '0';

        @FixTag(value = 60, required = true)
        long transactTime;
    }

    /** What the first service gets. */
    public interface Quotes {

        /** Takes a quote. */
        void quote(String session, Quote quote);
    }

    /** What the second one gets. */
    public interface Middles {

        /** Takes the middle of a quote, in ten-thousandths. */
        void middle(String session, long number, String symbol, long price);
    }

    /** What the third one gets. */
    public interface Signals {

        /** Takes what is to be done. */
        void signal(String session, long number, String symbol, long price, boolean buys);
    }

    /** What leaves. */
    public interface Orders {

        /** Sends an order. */
        void order(String session, Order order);
    }

    /** Translates. */
    public static final class Calls extends FixMessageCalls {

        /** Creates the calls. */
        public Calls() {
            super(List.of(Quotes.class), List.of(Orders.class));
        }
    }

    /** Makes the middle of quotes. */
    public static final class Middle implements Quotes {
        private final Middles out;

        /** Takes the output. */
        public Middle(Middles out) {
            this.out = out;
        }

        @Override
        public void quote(String session, Quote quote) {
            out.middle(session, quote.number, quote.symbol, (quote.bid + quote.offer) / 2);
        }
    }

    /** Decides by a moving average. */
    public static final class Signal implements Middles {
        private static final int WEIGHT = 16;

        private final Signals out;
        private long average;

        /** Takes the output. */
        public Signal(Signals out) {
            this.out = out;
        }

        @Override
        public void middle(String session, long number, String symbol, long price) {
            average += (price - average) / WEIGHT;
            out.signal(session, number, symbol, price, price <= average);
        }
    }

    /** Makes an order of each signal, within a position. */
    public static final class Trade implements Signals {
        private static final long LOT = 100;
        private static final long MOST = 10_000;

        private final Orders out;
        private final Order order = new Order();
        private long position;

        /** Takes the output. */
        public Trade(Orders out) {
            this.out = out;
        }

        @Override
        public void signal(String session, long number, String symbol, long price, boolean buys) {
            boolean isBuy = buys ? position < MOST : position <= -MOST;
            position += isBuy ? LOT : -LOT;
            order.clOrdId = number;
            order.quantity = LOT;
            order.price = price;
            order.side = isBuy ? '1' : '2';
            order.symbol = symbol;
            order.transactTime = number; // the services know no clock; the session writes SendingTime
            out.order(session, order);
        }
    }
}
