package io.millrace.service;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelWriter;
import java.nio.file.Path;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A restart by a version that takes other methods than the one before says which. */
class ChangedMethodsTest {

    @TempDir
    Path root;

    /** What the newer version takes. */
    private interface NumbersAndNotes extends Numbers {
        void note(String text);
    }

    private record Newer(Sums out) implements NumbersAndNotes {
        @Override
        public void number(long value) {
            out.sum("number", value);
        }

        @Override
        public void note(String text) {
            out.sum(text, 0);
        }
    }

    private record Older(Sums out) implements Numbers {
        @Override
        public void number(long value) {
            out.sum("number", value);
        }
    }

    private void run(Function<Sums, Object> version) {
        try (Channel input = Flow.channel(root, "numbers");
                Channel output = Flow.channel(root, "sums")) {
            ServiceTask task = Service.component("summer")
                    .reads(input)
                    .writes(output)
                    .create(outputs -> version.apply(outputs.as(Sums.class)));
            try (task) {
                while (task.state() != ServiceTask.State.LIVE || task.poll() > 0) {
                    task.poll();
                }
            }
        }
    }

    private void append(String... calls) {
        try (Channel input = Flow.channel(root, "numbers");
                ChannelWriter writer = input.writer()) {
            NumbersAndNotes numbers = writer.as(NumbersAndNotes.class);
            for (String call : calls) {
                if (call.equals("note")) {
                    numbers.note("text");
                } else {
                    numbers.number(call.length());
                }
            }
        }
    }

    private static void refused(Runnable restart, String... parts) {
        String message = assertThrows(ServiceException.class, restart::run).getMessage();
        for (String part : parts) {
            assertTrue(message.contains(part), message);
        }
    }

    @Test
    void aMethodThatAnOlderVersionDoesNotTakeIsNamed() {
        append("1", "note", "1");
        run(Newer::new);
        refused(
                () -> run(Older::new),
                "replay diverged: unexpected input; 'millrace replay' shows what a changed component does otherwise",
                "'millrace upgrade' lets it go live",
                " expectedMethod=note ",
                " foundMethod=number");
    }

    @Test
    void aMethodThatAnOlderVersionDoesNotTakeIsNamedAtTheEndToo() {
        append("1", "note");
        run(Newer::new);
        refused(
                () -> run(Older::new),
                "replay diverged: the component does not take an input that its output names; 'millrace replay' shows",
                " method=note ");
    }

    @Test
    void aMethodThatANewerVersionTakesIsNamed() {
        append("1", "note", "1");
        run(Older::new);
        refused(
                () -> run(Newer::new),
                "replay diverged: unexpected input;",
                " expectedMethod=number ",
                " foundMethod=note");
    }

    @Test
    void otherOutputsNameTheRemedy() {
        append("1");
        run(Newer::new);
        refused(
                () -> run(out -> new Older((text, number) -> out.sum("changed", number))),
                "replay diverged: a replayed input produced other outputs; 'millrace replay' shows");
    }
}
