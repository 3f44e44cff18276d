package io.millrace.examples.market;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Shared code of the tests of the feed. */
final class Fixtures {
    /** Every call that a feed has made, as the index and the call. */
    record Fed(long index, Object call) {}

    /** Stands for {@link Trades#endOfInput}. */
    static final String END = "endOfInput";

    private Fixtures() {}

    static Path file(Path directory, String text) throws IOException {
        Path file = directory.resolve("trades.csv");
        return Files.write(file, text.getBytes(StandardCharsets.UTF_8));
    }

    /** Feeds at most {@code most} calls. */
    static List<Fed> feed(Optional<Path> input, OnError onError, long resumeAfter, int most) {
        return new Feeding(input, onError).run(resumeAfter, most);
    }

    static List<Fed> feed(Path input, OnError onError) {
        return feed(Optional.of(input), onError, -1, Integer.MAX_VALUE);
    }

    private static final class Feeding implements Trades, Rejections, io.millrace.service.SourceContext {
        private final List<Fed> calls = new ArrayList<>();
        private final TradeFeed feed;
        private long index = Long.MIN_VALUE;

        Feeding(Optional<Path> input, OnError onError) {
            feed = new TradeFeed(this, this, input, onError);
        }

        List<Fed> run(long resumeAfter, int most) {
            try (feed) {
                feed.open(resumeAfter);
                while (calls.size() < most && feed.poll(this) != io.millrace.service.Progress.ENDED) {}
            }
            return calls;
        }

        @Override
        public void index(long itsIndex) {
            index = itsIndex;
        }

        @Override
        public void origin(String origin) {
            throw new AssertionError("a file of trades has no origin origin=" + origin);
        }

        @Override
        public void start(long first) {
            throw new AssertionError("a file of trades begins at its beginning index=" + first);
        }

        @Override
        public void start(java.util.Map<String, Long> firsts) {
            throw new AssertionError("a file of trades is one stream streams=" + firsts);
        }

        @Override
        public void entry(long previous, long position, long timeNs) {
            throw new AssertionError("a file of trades is no order position=" + position);
        }

        @Override
        public boolean entry(long previous, long position, long timeNs, String client, long number) {
            throw new AssertionError("a file of trades is no order position=" + position);
        }

        @Override
        public void index(String stream, long itsIndex) {
            throw new AssertionError("a file of trades is one stream stream=" + stream);
        }

        @Override
        public void passed(String stream, long passed) {
            throw new AssertionError("a file of trades is one stream stream=" + stream);
        }

        @Override
        public void passed(long passed) {
            throw new AssertionError("a file of trades passes over nothing index=" + passed);
        }

        @Override
        public void refused(String reason) {
            throw new AssertionError("rejections of the file are messages reason=" + reason);
        }

        @Override
        public void away(String reason) {
            throw new AssertionError("a file is not away reason=" + reason);
        }

        @Override
        public long timeNs() {
            return 0;
        }

        @Override
        public void trade(Trade trade) {
            calls.add(new Fed(index, trade));
        }

        @Override
        public void endOfInput() {
            calls.add(new Fed(index, END));
        }

        @Override
        public void rejected(Rejection row) {
            calls.add(new Fed(index, row));
        }
    }
}
