import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Generates a class for each claim and each queue to which it applies: {@code java ClaimGenerator.java DIRECTORY}. The
 * abstract class of a claim defines it; the generated classes only select the queue.
 */
final class ClaimGenerator {

    private static final String PACKAGE = "io.millrace.jcstress";

    /** Claims of one thread on each side. */
    private static final List<String> ALL = List.of(
            "Publication",
            "PeekThenPoll",
            "OfferWhenFull",
            "ResizeAgainstPoll",
            "IteratorAgainstPoll",
            "IteratorAfterOffer",
            "DrainAgainstFill",
            "DrainAgainstFillOfArrays",
            "ExceptionInDrain",
            "ExceptionInFill");

    private static final List<String> OF_MANY_PRODUCERS = List.of("ConcurrentOffers");
    private static final List<String> OF_MANY_CONSUMERS = List.of("ConcurrentPolls");

    private enum Layout {
        ARRAY("ArrayQueue", "array(4)"),
        CHUNKED("ChunkedArrayQueue", "chunked(2, 4)"),
        GROWABLE("GrowableArrayQueue", "growable(1, 4)"),
        UNBOUNDED("UnboundedArrayQueue", "unbounded(2)"),
        LINKED("LinkedQueue", "linked()");

        private final String suffix;
        private final String call;

        Layout(String suffix, String call) {
            this.suffix = suffix;
            this.call = call;
        }
    }

    private ClaimGenerator() {}

    public static void main(String[] args) throws IOException {
        Path folder = Files.createDirectories(Path.of(args[0]).resolve(PACKAGE.replace('.', '/')));
        for (String producers : List.of("ONE", "MANY")) {
            for (String consumers : List.of("ONE", "MANY")) {
                for (Layout layout : Layout.values()) {
                    for (String claim : ALL) {
                        write(folder, claim, producers, consumers, layout);
                    }
                    String bounds = layout == Layout.LINKED ? "WalkedSizeBounds" : "SizeBounds";
                    write(folder, bounds, producers, consumers, layout);
                    for (String claim : producers.equals("MANY") ? OF_MANY_PRODUCERS : List.<String>of()) {
                        write(folder, claim, producers, consumers, layout);
                    }
                    for (String claim : consumers.equals("MANY") ? OF_MANY_CONSUMERS : List.<String>of()) {
                        write(folder, claim, producers, consumers, layout);
                    }
                }
            }
        }
    }

    private static void write(Path folder, String claim, String producers, String consumers, Layout layout)
            throws IOException {
        String queue = producers.charAt(0) == 'O' ? "Sp" : "Mp";
        queue += (consumers.charAt(0) == 'O' ? "sc" : "mc") + layout.suffix;
        String type = claim + "Of" + queue;
        Files.writeString(folder.resolve(type + ".java"), """
                package %1$s;

                import io.millrace.concurrent.Multiplicity;
                import io.millrace.concurrent.Queues;
                import org.openjdk.jcstress.annotations.Actor;
                import org.openjdk.jcstress.annotations.Arbiter;
                import org.openjdk.jcstress.annotations.JCStressMeta;
                import org.openjdk.jcstress.annotations.JCStressTest;
                import org.openjdk.jcstress.annotations.State;
                import org.openjdk.jcstress.infra.results.II_Result;

                @JCStressTest
                @JCStressMeta(%2$s.class)
                @State
                public class %3$s extends %2$s {
                    public %3$s() {
                        super(Queues.producers(Multiplicity.%4$s).consumers(Multiplicity.%5$s).%6$s);
                    }

                    @Actor
                    public void one(II_Result result) {
                        first(result);
                    }

                    @Actor
                    public void two(II_Result result) {
                        second(result);
                    }

                    @Arbiter
                    public void end(II_Result result) {
                        after(result);
                    }
                }
                """.formatted(PACKAGE, claim, type, producers, consumers, layout.call).stripIndent());
    }
}
