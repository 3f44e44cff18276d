package io.millrace.remote;

import io.millrace.interaction.EventSource;
import io.millrace.interaction.InteractionException;
import io.millrace.interaction.ServedSubscription;
import io.millrace.interaction.SessionHandler;
import io.millrace.interaction.Subscriber;
import io.millrace.interaction.Subscription;
import io.millrace.interaction.Visitor;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;

/** A desk in memory: plain Java without a transport, for one thread. */
final class TestDesk implements Desk {

    private final Map<String, Long> prices = new TreeMap<>();
    private final Map<String, Account> accounts = new TreeMap<>();
    private final List<ServedSubscription<String>> subscriptions = new ArrayList<>();
    private final List<Changes> changes = new ArrayList<>();
    final List<Runnable> later = new ArrayList<>();
    final List<Filled> unfilled = new ArrayList<>();
    final CountDownLatch slow = new CountDownLatch(1);
    int openNames;
    long index;

    TestDesk() {
        prices.put("ABC", 10L);
        prices.put("ABD", 11L);
        prices.put("XYZ", 12L);
    }

    @Override
    public Quote quote(String symbol) {
        if (symbol.equals("SLOW")) {
            try {
                slow.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return new Quote(symbol, 0, List.of());
        }
        if (symbol.equals("BROKEN")) {
            throw new IllegalStateException("the desk is broken");
        }
        Long price = prices.get(symbol);
        if (price == null) {
            throw new InteractionException("there is no such symbol symbol=" + symbol);
        }
        return new Quote(symbol, price, List.of("here", "there"));
    }

    /** Answers when {@link #later} is run. */
    @Override
    public CompletionStage<Quote> quoteLater(String symbol) {
        CompletableFuture<Quote> answer = new CompletableFuture<>();
        later.add(() -> {
            try {
                answer.complete(quote(symbol));
            } catch (InteractionException e) {
                answer.completeExceptionally(e);
            }
        });
        if (symbol.equals("LAST")) { // the last of several: all are answered now, the newest first
            later.removeLast();
            later.reversed().forEach(Runnable::run);
            later.clear();
            answer.complete(new Quote(symbol, 0, List.of()));
        }
        return answer;
    }

    @Override
    public void setPrice(String symbol, long price) {
        prices.put(symbol, price);
        index++;
        changes.forEach(each -> each.changed.add(symbol));
        subscriptions.forEach(ServedSubscription::pump);
        if (price < 0) {
            List.copyOf(subscriptions).forEach(each -> each.end("the desk has closed"));
        }
    }

    @Override
    public void fill(Order order, Filled filled) {
        if (order.symbol().equals("NEVER")) {
            unfilled.add(filled);
        } else if (order.symbol().equals("TWICE")) {
            filled.filled(order, 1);
            filled.filled(order, 2);
        } else if (order.amount() > 100) {
            filled.failed(new InteractionException("the order is too large amount=" + order.amount()));
        } else {
            filled.filled(order, quote(order.symbol()).price());
        }
    }

    @Override
    public Names names(String prefix) {
        openNames++;
        return new Names() {
            private boolean isClosed;

            @Override
            public int size() {
                return all().size();
            }

            private List<String> all() {
                if (isClosed) {
                    throw new InteractionException("the names were closed");
                }
                return prices.keySet().stream()
                        .filter(each -> each.startsWith(prefix))
                        .toList();
            }

            @Override
            public boolean contains(String symbol) {
                return all().contains(symbol);
            }

            @Override
            public List<String> page(int from, int count) {
                return all().stream().skip(from).limit(count).toList();
            }

            @Override
            public void close() {
                if (!isClosed) {
                    openNames--;
                }
                isClosed = true;
            }
        };
    }

    @Override
    public <R> R visit(String owner, Visitor<Account, R> visitor) {
        return visitor.visit(accounts.computeIfAbsent(owner, Account::new));
    }

    @Override
    public Subscription<String> prices(String prefix, PriceListener listener) {
        Changes source = new Changes(listener);
        ServedSubscription<String> subscription = new ServedSubscription<>(prefix, listener, source);
        source.subscription = subscription;
        changes.add(source);
        subscriptions.add(subscription);
        return subscription;
    }

    /** The symbols whose price the subscriber does not have: at first all of them. */
    private final class Changes implements EventSource<String> {

        private final PriceListener listener;
        private final Set<String> changed = new LinkedHashSet<>(prices.keySet());
        private boolean isLive;
        private ServedSubscription<String> subscription;

        private Changes(PriceListener listener) {
            this.listener = listener;
        }

        @Override
        public boolean next(String prefix) {
            String next = changed.stream()
                    .filter(each -> each.startsWith(prefix))
                    .findFirst()
                    .orElse(null);
            if (next != null) {
                changed.remove(next);
                listener.price(next, prices.get(next));
            } else if (!isLive) {
                isLive = true;
                listener.live(Long.toString(index));
            }
            return next != null;
        }

        @Override
        public void ended(String reason) {
            changes.remove(this);
            subscriptions.remove(subscription);
        }
    }

    int subscriptions() {
        return subscriptions.size();
    }

    @Override
    public <C extends AutoCloseable, S extends Subscriber> C start(SessionHandler<C, S> handler, S listener) {
        return handler.open(listener);
    }
}
