package io.millrace.remote;

import io.millrace.interaction.SessionHandler;
import io.millrace.interaction.Subscriber;
import io.millrace.interaction.Subscription;
import io.millrace.interaction.Visitor;
import java.util.concurrent.CompletionStage;

/** A service with a method of each pattern. */
interface Desk {

    Quote quote(String symbol);

    CompletionStage<Quote> quoteLater(String symbol);

    void setPrice(String symbol, long price);

    void fill(Order order, Filled filled);

    Names names(String prefix);

    <R> R visit(String owner, Visitor<Account, R> visitor);

    Subscription<String> prices(String prefix, PriceListener listener);

    <C extends AutoCloseable, S extends Subscriber> C start(SessionHandler<C, S> handler, S listener);
}
