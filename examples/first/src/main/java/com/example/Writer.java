package com.example;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelOptions;
import io.millrace.channel.ChannelWriter;
import io.millrace.journal.JournalOptions;
import io.millrace.journal.Ownership;
import java.nio.file.Path;

/** Appends ten prices, one every 200 ms. */
public final class Writer {

    private Writer() {}

    public static void main(String[] arguments) throws InterruptedException {
        ChannelOptions shared =
                ChannelOptions.defaults().withJournal(JournalOptions.defaults().withOwnership(Ownership.SHARED));
        try (Channel channel = Channel.journal("prices", Path.of("data/prices"), shared);
                ChannelWriter writer = channel.writer()) {
            Prices prices = writer.as(Prices.class);
            for (int number = 0; number < 10; number++) {
                prices.price(new Price("EURUSD", 1.0831 + number / 10_000.0, 1.0833 + number / 10_000.0));
                Thread.sleep(200);
            }
        }
    }
}
