package io.millrace.benchmarks;

import io.millrace.benchmarks.MillraceBook.Combiner;
import io.millrace.benchmarks.MillraceBook.SidedPrice;
import io.millrace.benchmarks.MillraceBook.SidedPrices;
import io.millrace.benchmarks.MillraceBook.TopOfBookPrices;
import io.millrace.channel.Channel;
import io.millrace.channel.ChannelOptions;
import io.millrace.channel.ChannelReader;
import io.millrace.channel.ChannelWriter;
import io.millrace.channel.Poll;
import io.millrace.channel.ReaderOptions;
import java.nio.file.Path;

/** The method suite on our channels over journals, with default options: checksums are written and verified. */
public final class MillraceMethodWorkload extends MethodWorkload {
    /** Creates the workload; a fork calls this. */
    public MillraceMethodWorkload() {}

    @Override
    Pipeline open(Path directory) {
        return new Channels(
                Channel.journal("input", directory.resolve("input"), ChannelOptions.defaults()),
                Channel.journal("output", directory.resolve("output"), ChannelOptions.defaults()));
    }

    private static final class Channels implements Pipeline {
        private final Channel input;
        private final Channel output;
        private final ChannelWriter inputWriter;
        private final ChannelWriter outputWriter;
        private final SidedPrices in;
        private final ChannelReader reader;
        private final SidedPrice message = new SidedPrice();

        Channels(Channel input, Channel output) {
            this.input = input;
            this.output = output;
            this.inputWriter = input.writer();
            this.outputWriter = output.writer();
            this.in = inputWriter.as(SidedPrices.class);
            Combiner combiner = new Combiner(outputWriter.as(TopOfBookPrices.class));
            this.reader = input.reader(combiner, ReaderOptions.defaults(), SidedPrices.class);
        }

        @Override
        public void sidedPrice(String symbol, long timestampNs, BuySell side, double price, double quantity) {
            message.symbol = symbol;
            message.timestamp = timestampNs;
            message.side = side;
            message.price = price;
            message.quantity = quantity;
            in.sidedPrice(message);
        }

        @Override
        public boolean poll() {
            return reader.poll() == Poll.MESSAGE;
        }

        @Override
        public PriceTotals readBack() {
            PriceTotals totals = new PriceTotals();
            TopOfBookPrices handler = price ->
                    totals.add(price.timestamp, price.buyPrice, price.buyQuantity, price.sellPrice, price.sellQuantity);
            try (ChannelReader results = output.reader(handler, ReaderOptions.defaults(), TopOfBookPrices.class)) {
                while (results.poll() == Poll.MESSAGE) {
                    Thread.onSpinWait();
                }
            }
            return totals;
        }

        @Override
        public void close() {
            reader.close();
            inputWriter.close();
            outputWriter.close();
            input.close();
            output.close();
        }
    }
}
