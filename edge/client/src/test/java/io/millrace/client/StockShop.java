package io.millrace.client;

import io.millrace.wire.Query;
import java.util.function.Consumer;

/** A whole program that talks to a topology. */
final class StockShop {

    private StockShop() {}

    interface Shelf {
        void delivered(String item, int amount);

        int take(String item, int amount);

        @Query
        int left(String item);
    }

    public static void main(String[] arguments) {
        shop(arguments[0], System.out::println);
    }

    static void shop(String address, Consumer<String> say) {
        try (MillraceClient client = MillraceClient.connect(ClientOptions.at(address))) {
            StockEvents events = (item, left) -> say.accept("event: " + item + " " + left);
            client.follow("events", StockEvents.class, events, FollowOptions.oldest());
            Shelf shelf = client.port("stock", Shelf.class);
            shelf.delivered("tea", 5);
            say.accept("left after taking: " + shelf.take("tea", 2));
            try {
                shelf.take("tea", 4);
            } catch (ClientException refused) {
                say.accept("refused: " + refused.getMessage());
            }
            say.accept("left: " + shelf.left("tea"));
        }
    }
}
