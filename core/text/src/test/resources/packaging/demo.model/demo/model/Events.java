package demo.model;

import java.util.List;

/** The calls. */
public interface Events {
    void order(Order order);

    void events(List<Event> events, long timeNs);
}
