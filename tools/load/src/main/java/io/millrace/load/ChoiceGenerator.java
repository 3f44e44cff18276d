package io.millrace.load;

import java.util.List;

/** One of some texts, all equally often. */
record ChoiceGenerator(List<String> texts) implements Generator {
    ChoiceGenerator {
        texts = List.copyOf(texts);
        if (texts.isEmpty()) {
            throw new LoadException("a choice needs at least one value of=[]");
        }
    }

    @Override
    public ValueKind kind() {
        return ValueKind.TEXT;
    }

    @Override
    public long draw(Randomness random, long sequence) {
        return random.below(texts.size());
    }

    @Override
    public void appendTo(StringBuilder out, long drawn) {
        out.append(texts.get((int) drawn));
    }
}
