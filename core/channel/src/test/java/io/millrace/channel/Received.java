package io.millrace.channel;

import java.util.ArrayList;
import java.util.List;

/** Keeps its calls, as text. */
final class Received implements Trades, Notes {

    final List<String> calls = new ArrayList<>();

    @Override
    public void trade(Trade trade) {
        calls.add("trade " + trade);
    }

    @Override
    public void endOfInput() {
        calls.add("endOfInput");
    }

    @Override
    public void note(String text, long number) {
        calls.add("note " + text + " " + number);
    }
}
