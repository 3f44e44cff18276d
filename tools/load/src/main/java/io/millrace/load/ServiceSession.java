package io.millrace.load;

import io.millrace.channel.ChannelWriter;
import io.millrace.channel.EpochClock;
import io.millrace.channel.Input;
import io.millrace.wire.CallSchema;
import java.util.List;

/** Writes calls from one thread; another thread sees the answers. */
final class ServiceSession implements TargetSession {
    private final ChannelWriter writer;
    private final ServiceAnswers answers;
    private final Runnable onClose;
    private final ServiceCall[] calls;
    private final EpochClock clock = EpochClock.system();
    private final Input input = new Input();

    ServiceSession(
            ChannelWriter writer,
            ServiceAnswers answers,
            List<OperationSpec> operations,
            List<CallSchema> taken,
            Runnable onClose) {
        this.writer = writer;
        this.answers = answers;
        this.onClose = onClose;
        this.calls = operations.stream()
                .map(operation -> new ServiceCall(operation, taken))
                .toArray(ServiceCall[]::new);
    }

    @Override
    public void issue(Operation operation) {
        ServiceCall call = calls[operation.kind()];
        // The answer may be seen before commit returns.
        long number = answers.expect(operation);
        boolean isBegun = false;
        try {
            writer.begin(input.set(answers.source(), number, clock.nowNs()));
            isBegun = true;
            call.write(writer, operation);
            writer.commit();
        } catch (RuntimeException | Error e) {
            answers.forget(number);
            if (isBegun) {
                writer.rollback();
            }
            throw e;
        }
    }

    @Override
    public void close() {
        try {
            writer.close();
        } finally {
            onClose.run();
        }
    }
}
