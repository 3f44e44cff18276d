package io.millrace.benchmarks;

import io.millrace.benchmarks.sbe.OrderDecoder;
import io.millrace.benchmarks.sbe.OrderEncoder;
import java.nio.ByteBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** The order in a fixed layout. */
final class SbeOrderSingle extends RoundTrip {
    private final OrderSingle order;
    private final OrderSingle reuse = new OrderSingle();
    private final UnsafeBuffer memory = new UnsafeBuffer(ByteBuffer.allocateDirect(MEMORY_BYTES));
    private final OrderEncoder encoder = new OrderEncoder();
    private final OrderDecoder decoder = new OrderDecoder();
    private int position;

    SbeOrderSingle(OrderSingle order) {
        super(order);
        this.order = order;
    }

    @Override
    void rewind() {
        position = 0;
    }

    @Override
    int write() {
        encoder.wrap(memory, position)
                .senderCompId(order.senderCompId)
                .targetCompId(order.targetCompId)
                .msgSeqNum(order.msgSeqNum)
                .sendingTime(order.sendingTime)
                .clOrdId(order.clOrdId)
                .clientId(order.clientId)
                .account(order.account)
                .handlInst((byte) order.handlInst)
                .minQty(order.minQty)
                .maxFloor(order.maxFloor)
                .exDestination(order.exDestination)
                .symbol(order.symbol)
                .securityId(order.securityId)
                .idSource((byte) order.idSource)
                .securityExchange(order.securityExchange)
                .side((byte) order.side)
                .transactTime(order.transactTime)
                .orderQty(order.orderQty)
                .ordType((byte) order.ordType)
                .price(order.price)
                .stopPx(order.stopPx)
                .currency(order.currency)
                .timeInForce((byte) order.timeInForce)
                .expireTime(order.expireTime)
                .settlCurrency(order.settlCurrency)
                .partyRole(order.partyRole)
                .openClose((byte) order.openClose)
                .text(order.text);
        position += OrderEncoder.BLOCK_LENGTH;
        return OrderEncoder.BLOCK_LENGTH;
    }

    @Override
    WireMessage read() {
        decoder.wrap(memory, position, OrderDecoder.BLOCK_LENGTH, OrderDecoder.SCHEMA_VERSION);
        reuse.senderCompId = decoder.senderCompId();
        reuse.targetCompId = decoder.targetCompId();
        reuse.msgSeqNum = decoder.msgSeqNum();
        reuse.sendingTime = decoder.sendingTime();
        reuse.clOrdId = decoder.clOrdId();
        reuse.clientId = decoder.clientId();
        reuse.account = decoder.account();
        reuse.handlInst = (char) decoder.handlInst();
        reuse.minQty = decoder.minQty();
        reuse.maxFloor = decoder.maxFloor();
        reuse.exDestination = decoder.exDestination();
        reuse.symbol = decoder.symbol();
        reuse.securityId = decoder.securityId();
        reuse.idSource = (char) decoder.idSource();
        reuse.securityExchange = decoder.securityExchange();
        reuse.side = (char) decoder.side();
        reuse.transactTime = decoder.transactTime();
        reuse.orderQty = decoder.orderQty();
        reuse.ordType = (char) decoder.ordType();
        reuse.price = decoder.price();
        reuse.stopPx = decoder.stopPx();
        reuse.currency = decoder.currency();
        reuse.timeInForce = (char) decoder.timeInForce();
        reuse.expireTime = decoder.expireTime();
        reuse.settlCurrency = decoder.settlCurrency();
        reuse.partyRole = decoder.partyRole();
        reuse.openClose = (char) decoder.openClose();
        reuse.text = decoder.text();
        position += OrderDecoder.BLOCK_LENGTH;
        return reuse;
    }
}
