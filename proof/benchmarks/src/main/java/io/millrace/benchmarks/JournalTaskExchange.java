package io.millrace.benchmarks;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelOptions;
import io.millrace.channel.ChannelReader;
import io.millrace.channel.ChannelWriter;
import io.millrace.channel.Poll;
import io.millrace.channel.ReaderOptions;
import io.millrace.concurrent.BusySpinIdleStrategy;
import io.millrace.service.EventLoop;
import io.millrace.service.EventLoopOptions;
import io.millrace.service.Service;
import java.nio.file.Path;
import java.util.List;

/** A journal for requests and one for answers, with a component between them on a thread that waits busily. */
final class JournalTaskExchange implements TaskExchange {
    private final Channel requests;
    private final Channel answers;
    private final ChannelWriter writer;
    private final Payloads out;
    private final ChannelReader reader;
    private final EventLoop loop;
    private AnswerReceiver receiver;

    JournalTaskExchange(Path directory) {
        requests = Channel.journal("requests", directory.resolve("requests"), ChannelOptions.defaults());
        answers = Channel.journal("answers", directory.resolve("answers"), ChannelOptions.defaults());
        writer = requests.writer();
        out = writer.as(Payloads.class);
        reader = answers.reader((Payloads) value -> receiver.answer(value), ReaderOptions.defaults(), Payloads.class);
        var task = Service.component("answering")
                .reads(requests)
                .writes(answers)
                .create(outputs -> new PayloadMapper(outputs.as(Payloads.class)));
        loop = EventLoop.start(
                "answering", EventLoopOptions.defaults().withIdle(BusySpinIdleStrategy::new), List.of(task));
    }

    @Override
    public void send(byte[] request) {
        out.payload(request);
    }

    @Override
    public void receive(AnswerReceiver takes) {
        receiver = takes;
        if (reader.poll() != Poll.MESSAGE) {
            Thread.onSpinWait();
        }
    }

    @Override
    public void close() {
        try (requests;
                answers;
                writer;
                reader) {
            loop.close();
        }
    }
}
