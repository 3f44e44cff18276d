package io.millrace.benchmarks;

import io.millrace.wire.Key;
import java.io.Serializable;
import java.util.Objects;

/** A FIX NewOrderSingle of 28 fields, twelve of them strings. Mutable, since the peers require it. */
public final class OrderSingle implements WireMessage, Serializable {
    private static final long serialVersionUID = 1;
    private static final long FIRST_TIME = 1_700_000_000_000_000_000L;
    private static final long INTERVAL_NS = 1_250_000;
    private static final double TICK = 0.01;
    private static final int PRICES = 500;
    private static final int LOTS = 20;

    String senderCompId;
    String targetCompId;
    int msgSeqNum;
    long sendingTime;

    @Key
    String clOrdId;

    String clientId;
    String account;
    char handlInst;
    double minQty;
    double maxFloor;
    String exDestination;
    String symbol;
    String securityId;
    char idSource;
    String securityExchange;
    char side;
    long transactTime;
    double orderQty;
    char ordType;
    double price;
    double stopPx;
    String currency;
    char timeInForce;
    long expireTime;
    String settlCurrency;
    int partyRole;
    char openClose;
    String text;

    /** Creates an empty message, which its user or a reader fills. */
    public OrderSingle() {}

    static OrderSingle example() {
        OrderSingle order = new OrderSingle();
        order.senderCompId = "CLIENT12";
        order.targetCompId = "BROKER01";
        order.clOrdId = "ORD-20231114-77";
        order.clientId = "ACME-FX";
        order.account = "ACC-1029-77361";
        order.handlInst = '1';
        order.minQty = 100;
        order.maxFloor = 1_000;
        order.exDestination = "XNAS";
        order.symbol = "AAPL";
        order.securityId = "US0378331005";
        order.idSource = '4';
        order.securityExchange = "XNAS";
        order.ordType = '2';
        order.currency = "USD";
        order.timeInForce = '6';
        order.expireTime = FIRST_TIME + 86_400_000_000_000L;
        order.settlCurrency = "USD";
        order.partyRole = 3;
        order.openClose = 'O';
        order.text = "iceberg, work carefully";
        order.change(0);
        return order;
    }

    /** Changes number, times, side, quantity and prices. */
    @Override
    public void change(long number) {
        msgSeqNum = (int) number + 1;
        sendingTime = FIRST_TIME + number * INTERVAL_NS;
        transactTime = sendingTime - 1_000;
        side = (number & 1) == 0 ? '1' : '2';
        orderQty = 100 * (1 + number % LOTS);
        price = 187.5 + number % PRICES * TICK;
        stopPx = price - 1;
    }

    @Override
    public long digest() {
        int session = Objects.hash(senderCompId, targetCompId, msgSeqNum, sendingTime, clOrdId, clientId, account);
        int where = Objects.hash(handlInst, minQty, maxFloor, exDestination, symbol, securityId, idSource);
        int what = Objects.hash(securityExchange, side, transactTime, orderQty, ordType, price, stopPx);
        int rest = Objects.hash(currency, timeInForce, expireTime, settlCurrency, partyRole, openClose, text);
        return Objects.hash(session, where, what, rest);
    }
}
