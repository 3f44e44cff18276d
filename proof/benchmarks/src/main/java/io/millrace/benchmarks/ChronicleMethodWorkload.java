package io.millrace.benchmarks;

import io.millrace.benchmarks.ChronicleBook.Combiner;
import io.millrace.benchmarks.ChronicleBook.SidedPrice;
import io.millrace.benchmarks.ChronicleBook.SidedPrices;
import io.millrace.benchmarks.ChronicleBook.TopOfBookPrices;
import java.nio.file.Path;
import net.openhft.chronicle.bytes.MethodReader;

/**
 * The method suite on Chronicle Queue, in its self-describing form: names are written, and fields may be added and
 * removed.
 */
public final class ChronicleMethodWorkload extends MethodWorkload {
    /** Creates the workload; a fork calls this. */
    public ChronicleMethodWorkload() {}

    @Override
    Pipeline open(Path directory) {
        ChronicleQueues queues = new ChronicleQueues(directory);
        SidedPrices in = queues.inputWriter(SidedPrices.class);
        MethodReader reader = queues.inputReader(new Combiner(queues.outputWriter(TopOfBookPrices.class)));
        SidedPrice message = new SidedPrice();
        return new Pipeline() {
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
                return reader.readOne();
            }

            @Override
            public PriceTotals readBack() {
                PriceTotals totals = new PriceTotals();
                MethodReader results = queues.outputReader((TopOfBookPrices) price -> totals.add(
                        price.timestamp, price.buyPrice, price.buyQuantity, price.sellPrice, price.sellQuantity));
                while (results.readOne()) {
                    Thread.onSpinWait();
                }
                return totals;
            }

            @Override
            public void close() {
                queues.close();
            }
        };
    }
}
