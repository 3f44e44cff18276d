package io.millrace.prove;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The transfers of a seed: the process that makes them and the process that checks them compute the same.
 *
 * @param databases which resources take part in a transfer, by name; at least one
 * @param isRolledBack whether its caller rolls it back
 */
record TransferPlan(List<String> databases, boolean isRolledBack) {

    static final String BANK = "bank";
    static final String SHOP = "shop";

    /** All databases that may take part. */
    static final List<String> ALL = List.of(BANK, SHOP, NotesResource.NAME);

    TransferPlan {
        databases = List.copyOf(databases);
    }

    /** Returns the description of a transfer: most use all databases and commit. */
    static TransferPlan of(long seed, long number) {
        SplittableRandom random = new SplittableRandom(seed * 1_000_003 + number);
        List<String> databases = new ArrayList<>(ALL);
        if (random.nextInt(4) == 0) {
            databases.remove(random.nextInt(databases.size()));
        }
        if (random.nextInt(8) == 0) {
            databases.remove(random.nextInt(databases.size()));
        }
        return new TransferPlan(databases, random.nextInt(8) == 0);
    }
}
