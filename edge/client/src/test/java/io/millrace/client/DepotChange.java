package io.millrace.client;

import io.millrace.fixtures.Await;
import io.millrace.wire.Refused;
import java.nio.file.Files;
import java.nio.file.Path;

/** A function that a client sends to an amount: data, whose code is the owner's. */
public sealed interface DepotChange {

    /** Returns the new amount. */
    long of(long amount);

    /** Takes some, or refuses. */
    record Take(long amount) implements DepotChange {
        @Override
        public long of(long all) {
            if (all < amount) {
                throw new Refused("there is not enough all=" + all + " amount=" + amount);
            }
            return all - amount;
        }
    }

    /** Multiplies it. */
    record Times(int factor) implements DepotChange {
        @Override
        public long of(long all) {
            return Math.multiplyExact(all, factor);
        }
    }

    /** Does not end before a file is there. */
    record Until(String file) implements DepotChange {
        @Override
        public long of(long all) {
            Await.until("there is a file " + file, () -> Files.exists(Path.of(file)));
            return all;
        }
    }

    /** Never ends in a value. */
    record Endless(int depth) implements DepotChange {
        @Override
        @SuppressWarnings("InfiniteRecursion") // what it is for
        public long of(long all) {
            return new Endless(depth + 1).of(all) + 1;
        }
    }
}
