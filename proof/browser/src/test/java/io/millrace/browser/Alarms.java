package io.millrace.browser;

/** What the component of the test topology says. */
public interface Alarms {

    /** Takes the alarm of a sensor that is too hot. */
    void alarm(Reading reading, String text);
}
