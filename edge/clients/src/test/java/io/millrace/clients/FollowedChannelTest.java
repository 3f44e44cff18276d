package io.millrace.clients;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelOptions;
import org.junit.jupiter.api.Test;

class FollowedChannelTest {

    private final FollowedChannel channel =
            new FollowedChannel(Channel.queue("any", 1 << 16, ChannelOptions.defaults()), false);

    @Test
    void oneFollowerLooksForAllAtTheEnd() {
        channel.beginRound();
        assertTrue(channel.mayHaveMore(-1), "a new one");
        channel.read(7);
        long end = channel.changes();
        assertTrue(channel.mayHaveMore(end), "the first one at the end");
        assertFalse(channel.mayHaveMore(end), "another one");
        assertTrue(channel.mayHaveMore(-1), "a new one is not at the end");
        channel.beginRound();
        assertTrue(channel.mayHaveMore(end));
        channel.read(8);
        assertTrue(channel.mayHaveMore(end), "something has come in this round");
    }

    @Test
    void whatAnotherFollowerHasReadIsNothingNew() {
        channel.read(7);
        long end = channel.changes();
        channel.read(3);
        channel.read(7);
        channel.beginRound();
        assertTrue(channel.mayHaveMore(end));
        assertFalse(channel.mayHaveMore(end), "one that reads old messages is no reason to look");
    }

    @Test
    void aNewMessageThatANewFollowerHasReadIsToldTheOthers() {
        channel.read(7);
        long end = channel.changes();
        channel.beginRound();
        assertTrue(channel.mayHaveMore(end));
        channel.read(8); // by one that was not at the end
        channel.beginRound();
        assertTrue(channel.mayHaveMore(channel.changes()), "that one looks first");
        assertTrue(channel.mayHaveMore(end), "and the others read too");
    }
}
