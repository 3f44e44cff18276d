package io.millrace.kafka;

/**
 * A record that could not be sent.
 *
 * @param request the request whose record it is
 * @param topic its topic
 * @param error what the client says
 */
record SendFailure(RequestKey request, String topic, Exception error) {}
