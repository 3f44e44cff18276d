package io.millrace.examples.market;

import io.millrace.service.ExternalSource;
import io.millrace.service.Progress;
import io.millrace.service.SourceContext;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Reads a file of trades and makes one call for each row, numbered as the rows are, from 1; then one
 * {@link Trades#endOfInput}. The number of that last call holds the number of rows too, so that a file that has
 * changed after it was read to its end is noticed and not taken for one that is half read.
 */
public final class TradeFeed implements ExternalSource {
    /** Added to the number of rows, it is the number of the end of the input. */
    static final long END_OF_INPUT = 1L << 62;

    private static final String SAMPLE = "bitstamp_trades_from_20131125_usd.csv";

    private final Trades trades;
    private final Rejections rejections;
    private final Optional<Path> input;
    private final OnError onError;

    private TradeReader reader;
    private boolean ended;

    /**
     * Makes a feed; nothing is opened yet.
     *
     * @param trades takes the trades
     * @param rejections takes the rows that are no trades
     * @param input the file; where it is not given, the trades of Bitstamp in the last week of November 2013, which
     *     are found on the class path
     * @param onError what becomes of a row that is no trade
     */
    public TradeFeed(Trades trades, Rejections rejections, Optional<Path> input, OnError onError) {
        this.trades = trades;
        this.rejections = rejections;
        this.input = input;
        this.onError = onError;
    }

    /**
     * {@inheritDoc}
     *
     * @throws InputException where the input cannot be read, has no right header, or is not the one that was read
     *     before
     */
    @Override
    public void open(long resumeAfter) {
        reader = TradeReader.open(name(), stream());
        long rowsBefore = resumeAfter >= END_OF_INPUT ? resumeAfter - END_OF_INPUT : Math.max(resumeAfter, 0);
        while (reader.rows() < rowsBefore) {
            if (reader.next() instanceof TradeRow.End) {
                throw changed(rowsBefore);
            }
        }
        ended = resumeAfter >= END_OF_INPUT;
        if (ended && !(reader.next() instanceof TradeRow.End)) {
            throw changed(rowsBefore);
        }
    }

    @Override
    public Progress poll(SourceContext context) {
        if (ended) {
            return Progress.ENDED;
        }
        switch (reader.next()) {
            case TradeRow.Good(Trade trade) -> {
                context.index(reader.rows());
                trades.trade(trade);
            }
            case TradeRow.Bad(Rejection why) -> {
                if (onError == OnError.STOP) {
                    throw new InputException("column " + why.column() + ' ' + why.reason() + " file=" + name()
                            + " line=" + why.line() + " column=" + why.column() + " value=" + why.value());
                }
                context.index(reader.rows());
                rejections.rejected(why);
            }
            case TradeRow.End() -> {
                context.index(END_OF_INPUT + reader.rows());
                trades.endOfInput();
                ended = true;
            }
        }
        return Progress.EMITTED;
    }

    @Override
    public void close() {
        if (reader != null) {
            reader.close();
            reader = null;
        }
    }

    private String name() {
        return input.map(Path::toString).orElse(SAMPLE);
    }

    private InputStream stream() {
        try {
            if (input.isPresent()) {
                return Files.newInputStream(input.get());
            }
        } catch (IOException e) {
            throw new InputException("cannot open input file=" + name() + " reason=" + e, e);
        }
        InputStream sample = TradeFeed.class.getClassLoader().getResourceAsStream(SAMPLE);
        if (sample == null) {
            throw new InputException("the sample input is not on the class path; add"
                    + " ta4j-examples-0.18.jar or set the parameter input file=" + SAMPLE);
        }
        return sample;
    }

    private InputException changed(long rowsBefore) {
        return new InputException("the input has changed since it was read; use a new data directory for another input"
                + " file=" + name() + " rowsBefore=" + rowsBefore + " rowsNow="
                + (reader.rows() > rowsBefore ? "more" : Long.toString(reader.rows())));
    }
}
