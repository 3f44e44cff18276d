package io.millrace.prove;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelReader;
import io.millrace.channel.Poll;
import io.millrace.channel.ReaderOptions;
import io.millrace.service.ExternalSource;
import io.millrace.service.Progress;
import io.millrace.service.SourceContext;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The source of {@link HostsProof}: steps from 0 up to a number. Each has a random value, as what
 * arrives from outside cannot be made again: a step that is lost comes back with another value. Or it repeats the steps
 * of a channel.
 */
public final class StepFeed implements ExternalSource {

    private final Steps out;
    private final long count;
    private final Optional<String> recorded;
    private final List<Long> values = new ArrayList<>();
    private long next;

    /**
     * Creates the source.
     *
     * @param out takes the steps
     * @param count how many there are
     * @param recorded the directory of a channel whose steps have the values; without it they are random
     */
    public StepFeed(Steps out, long count, Optional<String> recorded) {
        this.out = out;
        this.count = count;
        this.recorded = recorded;
    }

    @Override
    public void open(long resumeAfter) {
        next = resumeAfter + 1;
        recorded.ifPresent(directory -> read(Path.of(directory)));
    }

    private void read(Path directory) {
        values.clear();
        Steps step = (number, value) -> {
            if (number != values.size()) {
                throw new ProofException("a step of the source is missing or there twice number=" + number
                        + " expected=" + values.size() + " channel=" + directory);
            }
            values.add(value);
        };
        try (Channel channel = Channel.readOnly(directory);
                ChannelReader reader = channel.reader(step, ReaderOptions.defaults(), Steps.class)) {
            while (reader.poll() == Poll.MESSAGE) {
                // the reader has called the step
            }
        }
        if (values.size() != count) {
            throw new ProofException("the source has not the steps that it was to have found=" + values.size()
                    + " expected=" + count + " channel=" + directory);
        }
    }

    @Override
    public Progress poll(SourceContext context) {
        if (next >= count) {
            return Progress.ENDED;
        }
        context.index(next);
        out.step(
                next,
                recorded.isPresent()
                        ? values.get((int) next)
                        : ThreadLocalRandom.current().nextLong());
        next++;
        return Progress.EMITTED;
    }

    @Override
    public void close() {}
}
