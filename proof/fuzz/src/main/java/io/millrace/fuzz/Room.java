package io.millrace.fuzz;

import io.millrace.interaction.Callback;
import io.millrace.interaction.OneWay;
import io.millrace.interaction.Subscriber;
import io.millrace.interaction.Subscription;
import io.millrace.interaction.Visitor;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** A service of the interactions that are searched. */
public interface Room {

    /** Returns a row of numbers. */
    List<Integer> numbers(String text, List<Integer> more);

    /** Answers later or never. */
    CompletionStage<String> later(String text);

    /** Hears something. */
    @OneWay
    void tell(String text);

    /** Calls back. */
    void call(int number, Heard heard);

    /** Returns an object. */
    Door door();

    /** Visits the room. */
    <R> R visit(Visitor<StringBuilder, R> visitor);

    /** Counts. */
    Subscription<Integer> count(int from, Counted counted);

    /** Gets one answer. */
    interface Heard extends Callback {
        /** Hears a number. */
        void heard(int number);
    }

    /** Gets numbers. */
    interface Counted extends Subscriber {
        /** Hears a number. */
        void counted(int number);
    }

    /** An object that a client holds. */
    interface Door extends AutoCloseable {
        /** Returns whether it is open. */
        boolean isOpen();

        @Override
        void close();
    }

    /**
     * Appends to the text of the room.
     *
     * @param text what
     */
    record Writing(String text) implements Visitor<StringBuilder, Integer> {
        @Override
        public Integer visit(StringBuilder state) {
            state.setLength(0);
            return state.append(text).length();
        }
    }
}
