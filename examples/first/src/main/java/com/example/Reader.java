package com.example;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelReader;
import io.millrace.channel.ReaderOptions;
import io.millrace.concurrent.IdleStrategies;
import java.nio.file.Path;
import java.time.Duration;

/** Prints all prices, then new ones. */
public final class Reader {

    private Reader() {}

    public static void main(String[] arguments) throws InterruptedException {
        Prices printer = price -> System.out.println(price);
        try (Channel channel = Channel.awaitReadOnly(Path.of("data/prices"), Duration.ofMinutes(1));
                ChannelReader reader = channel.reader(printer, ReaderOptions.defaults(), Prices.class)) {
            reader.run(IdleStrategies.defaultStrategy());
        }
    }
}
