package io.millrace.fuzz;

import io.millrace.interaction.EventSource;
import io.millrace.interaction.InteractionException;
import io.millrace.interaction.ServedSubscription;
import io.millrace.interaction.Subscription;
import io.millrace.interaction.Visitor;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A room that keeps nothing. */
final class QuietRoom implements Room {

    private static final int MOST_EVENTS = 16;

    private final StringBuilder text = new StringBuilder();

    @Override
    public List<Integer> numbers(String name, List<Integer> more) {
        if (name == null || more == null || more.contains(null)) {
            throw new InteractionException("something is missing value=null");
        }
        return more;
    }

    @Override
    public CompletionStage<String> later(String name) {
        return name == null ? new CompletableFuture<>() : CompletableFuture.completedStage(name);
    }

    @Override
    public void tell(String name) {
        // It is quiet.
    }

    @Override
    public void call(int number, Heard heard) {
        if (number != 0) {
            heard.heard(number);
        }
    }

    @Override
    public Door door() {
        return new Door() {
            @Override
            public boolean isOpen() {
                return true;
            }

            @Override
            public void close() {
                // It holds nothing.
            }
        };
    }

    @Override
    public <R> R visit(Visitor<StringBuilder, R> visitor) {
        if (visitor == null) {
            throw new InteractionException("the visitor is missing value=null");
        }
        return visitor.visit(text);
    }

    @Override
    public Subscription<Integer> count(int from, Counted counted) {
        return new ServedSubscription<>(from, counted, new EventSource<>() {
            private int next = from;

            @Override
            public boolean next(Integer filter) {
                boolean isOver = next - from >= MOST_EVENTS;
                if (!isOver) {
                    counted.counted(next++);
                }
                return !isOver;
            }
        });
    }
}
