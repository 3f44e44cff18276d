package io.millrace.wire;

import java.lang.reflect.Parameter;
import java.util.Arrays;
import java.util.List;

/**
 * Matches the writer's parameters with the reader's, within each method of a chain: by name or alias. If parameters
 * without a match are at the same position on both sides and their types fit, the parameter has been renamed. If the
 * class file of one side has no parameter names, only the positions count.
 */
record ParameterMatch(CallModel call, CallSchema written) {
    /** Returns for each of the writer's parameters the position of the reader's, or -1. */
    int[] positions() {
        int[] positions = new int[written.parameters().size()];
        Arrays.fill(positions, -1);
        List<CallSchema.Link> methods = written.methods();
        int first = 0;
        for (int i = 0; i < methods.size(); i++) {
            int count = methods.get(i).parameterCount();
            match(positions, first, count, call.first(i), call.methods().get(i).getParameterCount());
            first += count;
        }
        return positions;
    }

    private void match(int[] positions, int first, int count, int ours, int ourCount) {
        boolean[] taken = new boolean[ourCount];
        if (isNamed(first, count, ours, ourCount)) {
            for (int i = 0; i < ourCount; i++) {
                int position = find(call.parameters().get(ours + i), first, count, positions);
                if (position >= 0) {
                    positions[position] = ours + i;
                    taken[i] = true;
                }
            }
        }
        for (int i = 0; i < Math.min(count, ourCount); i++) {
            if (positions[first + i] < 0 && !taken[i] && mayBeRenamed(first + i, ours + i)) {
                positions[first + i] = ours + i;
            }
        }
    }

    private boolean mayBeRenamed(int field, int ours) {
        return !isNamed(field, 1, ours, 1)
                || CallMatch.fits(
                        call.shapes().get(ours), written.parameters().get(field).type(), written);
    }

    private int find(Parameter parameter, int first, int count, int[] positions) {
        for (int i = first; i < first + count; i++) {
            if (positions[i] < 0 && written.parameters().get(i).name().equals(parameter.getName())) {
                return i;
            }
        }
        List<String> aliases = MessageModel.aliases(parameter);
        for (int i = first; i < first + count; i++) {
            if (positions[i] < 0 && aliases.contains(written.parameters().get(i).name())) {
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
