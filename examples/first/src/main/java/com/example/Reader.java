package com.example;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelReader;
import io.millrace.channel.Poll;
import io.millrace.channel.ReaderOptions;
import java.nio.file.Path;

/** Prints every price there is, then those to come. */
public final class Reader {

    private Reader() {}

    public static void main(String[] arguments) throws InterruptedException {
        Prices printer = price -> System.out.println(price);
        try (Channel channel = Channel.readOnly(Path.of("data/prices"));
                ChannelReader reader = channel.reader(printer, ReaderOptions.defaults(), Prices.class)) {
            while (true) {
                if (reader.poll() != Poll.MESSAGE) {
                    Thread.sleep(1);
                }
            }
        }
    }
}
