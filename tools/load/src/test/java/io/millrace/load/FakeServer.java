package io.millrace.load;

import io.millrace.measure.VirtualClock;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** A target under a virtual clock whose answers are known in advance. */
final class FakeServer implements Target {
    private final Consumer<Operation> server;
    private final List<String> setUp = new ArrayList<>();

    private FakeServer(Consumer<Operation> server) {
        this.server = server;
    }

    /** One whose threads do something with each operation, in their own time. */
    static FakeServer doing(Consumer<Operation> server) {
        return new FakeServer(server);
    }

    /** One whose answer comes after a time, however many are in flight. */
    static FakeServer answering(VirtualClock clock, long afterNs) {
        return new FakeServer(operation -> clock.at(clock.nanoTime() + afterNs, operation::complete));
    }

    /** One that its thread waits for. */
    static FakeServer waitedFor(VirtualClock clock, long serviceNs) {
        return new FakeServer(operation -> {
            clock.awaitNs(clock.nanoTime() + serviceNs);
            operation.complete();
        });
    }

    @Override
    public void setUp(List<String> statements) {
        setUp.addAll(statements);
    }

    @Override
    public TargetSession prepare(List<OperationSpec> operations) {
        return server::accept;
    }

    List<String> setUpStatements() {
        return setUp;
    }
}
