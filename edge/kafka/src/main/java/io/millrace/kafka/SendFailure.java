package io.millrace.kafka;

/**
 * A record that could not be sent.
 *
 * @param request the request that it is of; null where it says how far the gateway is
 * @param topic its topic
 * @param error what the client reports of it
 * @param isOwn whether the client has refused this record itself, before it sent anything
 */
record SendFailure(RequestKey request, String topic, Exception error, boolean isOwn) {}
