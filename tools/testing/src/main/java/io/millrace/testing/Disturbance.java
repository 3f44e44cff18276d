package io.millrace.testing;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/** One way in which the inputs of a case are disturbed. */
record Disturbance(String description, List<RecordedCall> inputs) {
    /** At most so many places of a case are disturbed by one mutation, evenly spread. */
    private static final int MOST_PLACES = 100;

    /** The places at which a list of so many inputs is disturbed. */
    static int[] places(int count) {
        int places = Math.min(count, MOST_PLACES);
        return IntStream.range(0, places)
                .map(place -> (int) ((long) place * count / places))
                .toArray();
    }

    static List<Disturbance> drops(List<RecordedCall> inputs) {
        List<Disturbance> found = new ArrayList<>();
        for (int place : places(inputs.size())) {
            List<RecordedCall> changed = new ArrayList<>(inputs);
            changed.remove(place);
            found.add(new Disturbance("without " + described(inputs, place), changed));
        }
        return found;
    }

    static List<Disturbance> duplicates(List<RecordedCall> inputs) {
        List<Disturbance> found = new ArrayList<>();
        for (int place : places(inputs.size())) {
            List<RecordedCall> changed = new ArrayList<>(inputs);
            changed.add(place, inputs.get(place));
            found.add(new Disturbance("with twice " + described(inputs, place), changed));
        }
        return found;
    }

    static List<Disturbance> reorders(List<RecordedCall> inputs) {
        List<Disturbance> found = new ArrayList<>();
        for (int place : places(Math.max(inputs.size() - 1, 0))) {
            List<RecordedCall> changed = new ArrayList<>(inputs);
            Collections.swap(changed, place, place + 1);
            found.add(new Disturbance("with the next one before " + described(inputs, place), changed));
        }
        return found;
    }

    static List<Disturbance> missingFields(Subject subject, List<RecordedCall> inputs) {
        List<Disturbance> found = new ArrayList<>();
        for (int place : places(inputs.size())) {
            RecordedCall call = inputs.get(place);
            for (String field : MissingField.fields(call)) {
                RecordedCall without = MissingField.without(subject, call, field);
                if (without != null) {
                    List<RecordedCall> changed = new ArrayList<>(inputs);
                    changed.set(place, without);
                    found.add(
                            new Disturbance("without the field " + field + " of " + described(inputs, place), changed));
                }
            }
        }
        return found;
    }

    static String described(List<RecordedCall> inputs, int place) {
        RecordedCall call = inputs.get(place);
        return "input " + (place + 1) + " " + call.method() + " (line "
                + call.place().line() + ")";
    }
}
