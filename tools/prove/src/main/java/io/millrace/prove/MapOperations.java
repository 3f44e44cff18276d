package io.millrace.prove;

import io.millrace.map.MapBatch;
import io.millrace.map.PersistentMap;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * The changes of a run of {@link MapProof}: what the change of a number does follows from the seed and the number, and
 * what it leads to from the changes before. Immutable.
 */
final class MapOperations {

    private static final int KEYS = 160;
    private static final int KINDS = 12;
    private static final int LONGEST_VALUE = 400;
    private static final int MOST_CHANGES = 6;
    private static final int LARGE_ONE_IN = 40;
    private static final int LARGE_BATCH = 90;

    private final long seed;
    private final MapFlaw flaw;

    /** Accepts changes of a key: to a map, to a batch of it, or to a model. */
    private interface Target {
        void put(String key, String value);

        void remove(String key);
    }

    MapOperations(long seed, MapFlaw flaw) {
        this.seed = seed;
        this.flaw = flaw;
    }

    private SplittableRandom random(long number) {
        return new SplittableRandom(seed * 1_000_003 + number);
    }

    private static String key(SplittableRandom random) {
        int number = random.nextInt(KEYS);
        return "key".repeat(number % 7) + number;
    }

    private static String value(SplittableRandom random, long number) {
        return number + "=" + "v".repeat(random.nextInt(LONGEST_VALUE));
    }

    /** Makes the change of a number in a model. */
    void apply(Map<String, String> model, long number) {
        SplittableRandom random = random(number);
        switch (random.nextInt(KINDS)) {
            case 0, 1 -> model.remove(key(random));
            case 2 -> model.putIfAbsent(key(random), value(random, number));
            case 3 -> model.replace(key(random), value(random, number));
            case 4 -> model.compute(key(random), (_, old) -> computed(old, number));
            case 5, 6 ->
                changes(random, number, new Target() {
                    @Override
                    public void put(String key, String value) {
                        model.put(key, value);
                    }

                    @Override
                    public void remove(String key) {
                        model.remove(key);
                    }
                });
            default -> model.put(key(random), value(random, number));
        }
    }

    /** Makes the change of a number in a map. */
    void apply(PersistentMap<String, String> map, long number) {
        SplittableRandom random = random(number);
        switch (random.nextInt(KINDS)) {
            case 0, 1 -> map.remove(key(random));
            case 2 -> map.putIfAbsent(key(random), value(random, number));
            case 3 -> map.replace(key(random), value(random, number));
            case 4 -> map.compute(key(random), (_, old) -> computed(old, number));
            case 5, 6 -> batch(map, random, number);
            default -> {
                String key = key(random);
                if (!flaw.loses(number)) {
                    map.put(key, value(random, number));
                }
            }
        }
    }

    /** Returns a value that has some of the earlier one, and none for one that is long. */
    private static String computed(String old, long number) {
        if (old == null) {
            return number + "=made";
        }
        return old.length() > LONGEST_VALUE / 2 ? null : number + "+" + old;
    }

    private void batch(PersistentMap<String, String> map, SplittableRandom random, long number) {
        if (flaw == MapFlaw.TORN_BATCH) {
            changes(random, number, new Target() {
                @Override
                public void put(String key, String value) {
                    map.put(key, value);
                }

                @Override
                public void remove(String key) {
                    map.remove(key);
                }
            });
            return;
        }
        MapBatch<String, String> batch = map.batch();
        changes(random, number, new Target() {
            @Override
            public void put(String key, String value) {
                batch.put(key, value);
            }

            @Override
            public void remove(String key) {
                batch.remove(key);
            }
        });
        batch.commit();
    }

    /** Makes the changes of a batch; a large one is in several segments. */
    private static void changes(SplittableRandom random, long number, Target target) {
        int count = random.nextInt(LARGE_ONE_IN) == 0 ? LARGE_BATCH : 2 + random.nextInt(MOST_CHANGES - 1);
        for (int i = 0; i < count; i++) {
            String key = key(random);
            if (random.nextInt(4) == 0) {
                target.remove(key);
            } else {
                target.put(key, value(random, number));
            }
        }
    }
}
