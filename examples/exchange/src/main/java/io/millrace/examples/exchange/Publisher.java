package io.millrace.examples.exchange;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Sends reports to traders, copies of them to a session for drop copies, and books to those that ask. */
public final class Publisher implements Events {
    private static final int MOST_SUBSCRIBERS = 1_000;

    private final Reports out;
    private final String dropCopy;
    private final Map<String, Book> books = new HashMap<>();

    /** The names of requests by session, for each symbol. */
    private final Map<String, Map<String, String>> subscribers = new LinkedHashMap<>();

    /**
     * Takes the output and its arguments.
     *
     * @param symbols what can be traded, with commas between
     * @param dropCopy the session that gets a copy of each report
     */
    public Publisher(Reports out, String symbols, String dropCopy) {
        this.out = out;
        this.dropCopy = dropCopy;
        for (String symbol : symbols.split(",", -1)) {
            books.put(symbol.strip(), new Book(symbol.strip(), List.of(), List.of()));
            subscribers.put(symbol.strip(), new LinkedHashMap<>());
        }
    }

    @Override
    public void executionReport(String session, ExecutionReport report) {
        out.executionReport(session, report);
        out.executionReport(dropCopy, report.copyFor(session.substring(session.indexOf('>') + 1)));
    }

    @Override
    public void orderCancelReject(String session, OrderCancelReject reject) {
        out.orderCancelReject(session, reject);
    }

    @Override
    public void book(Book book) {
        books.put(book.symbol(), book);
        subscribers
                .getOrDefault(book.symbol(), Map.of())
                .forEach((session, request) -> out.marketData(session, data(request, book)));
    }

    @Override
    public void marketDataRequest(String session, MarketDataRequest request) {
        for (MarketDataRequest.Instrument instrument : request.instruments()) {
            Map<String, String> all = subscribers.get(instrument.symbol());
            if (all == null) {
                refuse(session, request, "the symbol is not traded here");
            } else if (request.type() == '2') {
                all.remove(session);
            } else if (request.type() == '1' && all.size() >= MOST_SUBSCRIBERS && !all.containsKey(session)) {
                refuse(session, request, "too many have asked");
            } else {
                if (request.type() == '1') {
                    all.put(session, request.mdReqId());
                }
                out.marketData(session, data(request.mdReqId(), books.get(instrument.symbol())));
            }
        }
    }

    private void refuse(String session, MarketDataRequest request, String text) {
        out.marketDataReject(session, new MarketDataReject(request.mdReqId(), text));
    }

    @Override
    public void loggedOut(String session) {
        subscribers.values().forEach(all -> all.remove(session));
    }

    private static MarketData data(String request, Book book) {
        List<MarketData.Entry> entries = new ArrayList<>();
        book.bids().forEach(level -> entries.add(new MarketData.Entry('0', level.price(), level.quantity())));
        book.offers().forEach(level -> entries.add(new MarketData.Entry('1', level.price(), level.quantity())));
        if (entries.isEmpty()) {
            entries.add(new MarketData.Entry('0', 0, 0)); // FIX 4.4 has no type for an empty book
        }
        return new MarketData(request, book.symbol(), entries);
    }
}
