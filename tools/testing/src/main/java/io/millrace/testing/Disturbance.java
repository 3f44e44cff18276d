package io.millrace.testing;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/** One way in which the inputs of a case are disturbed. */
record Disturbance(String description, List<RecordedCall> inputs) {
    /** At most so many positions of a case are disturbed by one mutation, evenly spread. */
    private static final int MOST_POSITIONS = 100;

    /** Returns the positions at which a list of so many inputs is disturbed. */
    static int[] positions(int count) {
        int positions = Math.min(count, MOST_POSITIONS);
        return IntStream.range(0, positions)
                .map(position -> (int) ((long) position * count / positions))
                .toArray();
    }

    static List<Disturbance> drops(List<RecordedCall> inputs) {
        List<Disturbance> found = new ArrayList<>();
        for (int position : positions(inputs.size())) {
            List<RecordedCall> changed = new ArrayList<>(inputs);
            changed.remove(position);
            found.add(new Disturbance("without " + described(inputs, position), changed));
        }
        return found;
    }

    static List<Disturbance> duplicates(List<RecordedCall> inputs) {
        List<Disturbance> found = new ArrayList<>();
        for (int position : positions(inputs.size())) {
            List<RecordedCall> changed = new ArrayList<>(inputs);
            changed.add(position, inputs.get(position));
            found.add(new Disturbance("with twice " + described(inputs, position), changed));
        }
        return found;
    }

    static List<Disturbance> reorders(List<RecordedCall> inputs) {
        List<Disturbance> found = new ArrayList<>();
        for (int position : positions(Math.max(inputs.size() - 1, 0))) {
            List<RecordedCall> changed = new ArrayList<>(inputs);
            Collections.swap(changed, position, position + 1);
            found.add(new Disturbance("with the next one before " + described(inputs, position), changed));
        }
        return found;
    }

    static List<Disturbance> missingFields(Subject subject, List<RecordedCall> inputs) {
        List<Disturbance> found = new ArrayList<>();
        for (int position : positions(inputs.size())) {
            RecordedCall call = inputs.get(position);
            for (String field : MissingField.fields(call)) {
                RecordedCall without = MissingField.without(subject, call, field);
                if (without != null) {
                    List<RecordedCall> changed = new ArrayList<>(inputs);
                    changed.set(position, without);
                    found.add(new Disturbance(
                            "without the field " + field + " of " + described(inputs, position), changed));
                }
            }
        }
        return found;
    }

    static String described(List<RecordedCall> inputs, int position) {
        RecordedCall call = inputs.get(position);
        return "input " + (position + 1) + " " + call.method() + " (line "
                + call.position().line() + ")";
    }
}
