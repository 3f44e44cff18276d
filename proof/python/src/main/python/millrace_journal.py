"""Reads the calls of a channel as docs/format/journal.md and channel.md describe it. Standard library only."""

import mmap
import os
import re
import struct

import millrace_wire as wire

U64 = (1 << 64) - 1
S = (0x2D358DCCAA6C78A5, 0x8BB84B93962EACC9, 0x4B33A62ED433D4A3, 0x4D5A2DA51DE1AA47)
DATA, METADATA, PADDING, END = 2, 3, 4, 5
CALL, SOURCE, CONSUMED, SNAPSHOT, UPGRADE, ENDED = 1, 2, 3, 4, 5, 6
LAST, INPUT, OLDER_LEFT_OUT = 1, 2, 4


class JournalError(Exception):
    """Something that no journal holds, with its place."""


def mix(one, other):
    product = one * other
    return product & U64 ^ product >> 64


def wyhash(data, seed):
    length = len(data)
    state = seed ^ mix(seed ^ S[0], S[1])
    a = b = at = 0
    if length > 16:
        words = struct.Struct("<6Q")
        if length >= 48:
            second = third = state
            while length - at >= 48:
                w = words.unpack_from(data, at)
                state = mix(w[0] ^ S[1], w[1] ^ state)
                second = mix(w[2] ^ S[2], w[3] ^ second)
                third = mix(w[4] ^ S[3], w[5] ^ third)
                at += 48
            state ^= second ^ third
        while length - at > 16:
            one, other = struct.unpack_from("<2Q", data, at)
            state = mix(one ^ S[1], other ^ state)
            at += 16
        a, b = struct.unpack_from("<2Q", data, length - 16)
    elif length >= 4:
        def four(offset):
            return struct.unpack_from("<I", data, offset)[0]
        middle = length // 8 * 4
        a = four(0) << 32 | four(middle)
        b = four(length - 4) << 32 | four(length - 4 - middle)
    elif length > 0:
        a = data[0] << 16 | data[length // 2] << 8 | data[length - 1]
    product = (a ^ S[1]) * (b ^ state)
    return mix(product & U64 ^ S[0] ^ length, product >> 64 ^ S[1])


def checksum(data, seed):
    return wyhash(data, seed) & 0xFFFFFFFF


class Segment:
    """One segment file: its prologue, and its frames up to where there is nothing yet."""

    def __init__(self, directory, number):
        path = os.path.join(directory, "%08d.segment" % number)
        with open(path, "rb") as file:
            self.data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        self.path = path
        self.number = number
        prologue = self.data[:128]
        if prologue[:8] != b"MILLSEG\n":
            raise JournalError("this is not a segment path=%s" % path)
        version, = struct.unpack_from("<I", prologue, 8)
        if version not in (1, 2):
            raise JournalError("a segment has an unknown version version=%d known=1,2 path=%s" % (version, path))
        if struct.unpack_from("<I", prologue, 124)[0] != checksum(prologue[:124], 0):
            raise JournalError("the prologue does not have its checksum path=%s" % path)
        stated, self.identity, size, self.first = struct.unpack("<Q16s8xQI", prologue[16:60])
        if stated != number or size != len(self.data):
            raise JournalError("a segment is not what it says number=%d size=%d path=%s" % (stated, size, path))
        leader, round_ = struct.unpack_from("<iq", prologue, 68) if version == 2 else (0, 0)
        if not 0 <= leader <= 31 or round_ < 0 or version == 2 and (round_, leader) == (0, 0):
            raise JournalError("a segment has an impossible epoch epoch=%d.%d path=%s" % (round_, leader, path))
        self.epoch = (round_, leader)

    def index(self, position):
        """Returns the index of a position."""
        return self.number << 32 | self.epoch[1] << 27 | position >> 3

    def index_text(self, position):
        leader = ".%d" % self.epoch[1] if self.epoch[1] else ""
        return "%d%s:%d" % (self.number, leader, position)

    def fail(self, what, position):
        raise JournalError("%s position=%d path=%s" % (what, position, self.path))

    def header(self, position):
        """Returns (header, state, length) of what is at a position."""
        header, = struct.unpack_from("<Q", self.data, position)
        return header, header >> 29 & 7, header & (1 << 29) - 1

    def fits(self, position):
        _, state, length = self.header(position)
        return DATA <= state <= END and (state == END or position + 8 + length <= len(self.data) - 8)

    def is_whole(self, position):
        header, state, length = self.header(position)
        payload = self.data[position + 8 : position + 8 + length] if state <= METADATA else b""
        place = self.index(position) ^ (header & 0xFFFFFFFF) << 32
        return checksum(payload, place) == header >> 32

    def reach(self):
        """Returns up to where frames were published, as the hint and the sparse index know it."""
        reach = 0
        hint, = struct.unpack_from("<Q", self.data, 128)
        if self.first <= hint < len(self.data) - 8 and hint % 8 == 0:
            if self.fits(hint) and self.header(hint)[1] <= METADATA and self.is_whole(hint):
                reach = hint + 1
        entries, = struct.unpack_from("<I", self.data, 64)
        for entry in range(entries):
            at = 4096 + 32 * entry
            position, = struct.unpack_from("<Q", self.data, at)
            stated, = struct.unpack_from("<I", self.data, at + 28)
            if position and checksum(self.data[at : at + 28], self.index(at)) == stated:
                reach = max(reach, position + 1 if entry == 0 else position)
        return reach

    def frames(self):
        """Yields (position, state, payload); the last may be an end mark, behind which the next segment goes on."""
        position = self.first
        while position <= len(self.data) - 8:
            header, state, length = self.header(position)
            if header == 0 or state == 1:
                if position < self.reach() and self.header(position)[0] == header:
                    self.fail("frames are missing before others", position)
                return
            if not self.fits(position):
                self.fail("this is no frame", position)
            if not self.is_whole(position):
                self.fail("a frame does not have its checksum", position)
            yield position, state, self.data[position + 8 : position + 8 + length]
            if state == END:
                return
            position += 8 + length + 7 & ~7


def segments(directory):
    if not os.path.exists(os.path.join(directory, "journal.table")):
        raise JournalError("there is no journal here path=%s" % directory)
    names = (re.fullmatch(r"(\d{8,})\.segment", name) for name in os.listdir(directory))
    for number in sorted(int(name[1]) for name in names if name):
        yield Segment(directory, number)


class Call:
    """One call: its index as text, when it was written, its schema, its history and its arguments."""

    def __init__(self, index, payload, records):
        self.index = index
        self.written, flags, at = struct.unpack_from("<qBH", payload)
        if not 12 <= at <= len(payload) or flags & ~7:
            raise JournalError("a message has an impossible envelope index=%s" % index)
        source = wire.Input(payload[:at])
        source.offset = 19 if flags & INPUT else 11
        self.schema = records.call(8 * source.unsigned())
        self.last = bool(flags & LAST)
        self.hops = []
        if flags & INPUT:
            source.unsigned()
            time_in, = struct.unpack_from("<q", payload, 11)
            self._history(source, time_in, records)
        source.end()
        self.arguments = wire.Decoder(self.schema).arguments(payload[at:])

    def _history(self, source, time_in, records):
        count = source.unsigned()
        if not 1 <= count <= 64:
            raise JournalError("a message has an impossible history index=%s hops=%d" % (self.index, count))
        for hop in range(count):
            name = records.source(8 * source.unsigned())
            index = source.unsigned()
            if hop + 1 < count:
                time_out = time_in + source.signed()
                self.hops.append((name, index, time_in, time_out))
                time_in = time_out + source.signed()
            else:
                self.hops.append((name, index, time_in, self.written))


class Records:
    """The schemas and sources of one segment, by the positions of their frames."""

    def __init__(self):
        self.calls = {}
        self.sources = {}

    def add(self, position, payload):
        if payload[:1] == bytes([CALL]):
            self.calls[position] = wire.Schema(payload[1:])
        elif payload[:1] == bytes([SOURCE]):
            source = wire.Input(payload[1:])
            name = source.string()
            journal = source.take(16).hex() if source.boolean() else None
            source.end()
            self.sources[position] = (name, journal)
        elif payload[:1] not in (bytes([CONSUMED]), bytes([SNAPSHOT]), bytes([UPGRADE]), bytes([ENDED])):
            raise JournalError("a metadata record is of an unknown kind position=%d" % position)

    @staticmethod
    def _of(table, position):
        if position not in table:
            raise JournalError("a message refers to a record that is not there position=%d" % position)
        return table[position]

    def call(self, position):
        return self._of(self.calls, position)

    def source(self, position):
        return self._of(self.sources, position)


def calls(directory):
    """Yields the calls of a channel from its start."""
    identity = number = None
    epoch = (0, 0)
    for segment in segments(directory):
        if number not in (None, segment.number - 1):
            raise JournalError("a segment is missing number=%d path=%s" % (number + 1, directory))
        number = segment.number
        if identity not in (None, segment.identity):
            raise JournalError("a segment is of another journal path=%s" % segment.path)
        identity = segment.identity
        if segment.epoch < epoch:
            raise JournalError("a segment has a lower epoch than the one before epoch=%d.%d path=%s"
                               % (*segment.epoch, segment.path))
        epoch = segment.epoch
        records = Records()
        state = None
        for position, state, payload in segment.frames():
            if state == METADATA:
                records.add(position, payload)
            elif state == DATA:
                yield Call(segment.index_text(position), payload, records)
        if state != END:
            return
