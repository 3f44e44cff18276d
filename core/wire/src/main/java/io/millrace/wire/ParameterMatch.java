package io.millrace.wire;

import java.lang.reflect.Parameter;
import java.util.Arrays;
import java.util.List;

/**
 * Which parameter of the reader's call each of the writer's is. Within each method of a chain: by name or alias; what
 * is left over on both sides at the same place, and of a type that can become the other, has been renamed. Where a
 * compiler has left no names on either side, by place alone.
 */
record ParameterMatch(CallModel call, CallSchema written) {
    /** For each of the writer's parameters the place of the reader's, or -1. */
    int[] places() {
        int[] places = new int[written.parameters().size()];
        Arrays.fill(places, -1);
        List<CallLink> methods = written.methods();
        int first = 0;
        for (int i = 0; i < methods.size(); i++) {
            int count = methods.get(i).parameterCount();
            match(places, first, count, call.first(i), call.methods().get(i).getParameterCount());
            first += count;
        }
        return places;
    }

    private void match(int[] places, int first, int count, int ours, int ourCount) {
        boolean[] taken = new boolean[ourCount];
        if (isNamed(first, count, ours, ourCount)) {
            for (int i = 0; i < ourCount; i++) {
                int place = find(call.parameters().get(ours + i), first, count, places);
                if (place >= 0) {
                    places[place] = ours + i;
                    taken[i] = true;
                }
            }
        }
        for (int i = 0; i < Math.min(count, ourCount); i++) {
            if (places[first + i] < 0 && !taken[i] && mayBeRenamed(first + i, ours + i)) {
                places[first + i] = ours + i;
            }
        }
    }

    private boolean mayBeRenamed(int field, int ours) {
        return !isNamed(field, 1, ours, 1)
                || CallMatch.fits(
                        call.shapes().get(ours), written.parameters().get(field).type(), written);
    }

    private int find(Parameter parameter, int first, int count, int[] places) {
        for (int i = first; i < first + count; i++) {
            if (places[i] < 0 && written.parameters().get(i).name().equals(parameter.getName())) {
                return i;
            }
        }
        List<String> aliases = MessageModel.aliases(parameter);
        for (int i = first; i < first + count; i++) {
            if (places[i] < 0 && aliases.contains(written.parameters().get(i).name())) {
                return i;
            }
        }
        return -1;
    }

    private boolean isNamed(int first, int count, int ours, int ourCount) {
        return written.parameters().subList(first, first + count).stream()
                        .noneMatch(field -> field.name().matches("arg\\d+"))
                && call.parameters().subList(ours, ours + ourCount).stream().allMatch(Parameter::isNamePresent);
    }
}
