package io.millrace.service;

import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.channel.History;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.function.UnaryOperator;

/** A shop whose clients call it, run by a test in a process of its own, to be killed. */
final class KilledShop {

    static final int CLIENTS = 20;
    static final int STOCK = 1_000_000;

    /** How many calls are made before it says that it runs. */
    private static final int CALLS_BEFORE = 300;

    private KilledShop() {}

    /** Runs until it is killed: the directory, and how many inputs lie between two snapshots, 0 for none. */
    public static void main(String[] arguments) {
        Path directory = Path.of(arguments[0]);
        try (StockShop shop = new StockShop(directory, Long.parseLong(arguments[1]), UnaryOperator.identity())) {
            Map<String, Long> numbers = lastNumbers(shop);
            Random random = new Random();
            shop.settle();
            for (int call = 0; true; call++) {
                if (call == CALLS_BEFORE) {
                    System.out.println("running");
                }
                String client = client(random.nextInt(CLIENTS));
                long last = numbers.getOrDefault(client, 0L);
                if (last == 0) {
                    shop.call(client, 1, "delivered", "[\"nut\", " + STOCK + "]");
                    numbers.put(client, 1L);
                } else if (random.nextInt(4) == 0) {
                    shop.call(client, last, last == 1 ? "delivered" : "take", "[\"nut\", 1]"); // a repeat
                } else {
                    boolean fails = random.nextInt(200) == 0;
                    shop.call(client, last + 1, "take", fails ? "[\"nut\", -1]" : "[\"nut\", 1]");
                    numbers.put(client, last + 1);
                }
                shop.task.poll();
            }
        }
    }

    static String client(int number) {
        return ClientName.issue("p" + number, 1, new UUID(0, number));
    }

    /** Returns the greatest number of each client in the channel of calls. */
    static Map<String, Long> lastNumbers(StockShop shop) {
        Map<String, Long> numbers = new HashMap<>();
        try (ChannelCursor cursor = shop.calls.cursor()) {
            for (Entry entry = cursor.next(); entry != Entry.END; entry = cursor.next()) {
                if (entry == Entry.CALL) {
                    History history = cursor.history();
                    numbers.merge(ClientName.of(history.source(0)).orElseThrow(), history.index(0), Math::max);
                }
            }
        }
        return numbers;
    }
}
