package io.millrace.remote;

import java.util.List;

/** What a test desk answers. */
record Quote(String symbol, long price, List<String> venues) {}
