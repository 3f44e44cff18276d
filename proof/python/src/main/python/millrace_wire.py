"""Reads BINARY and encoded schemas as docs/format/wire.md describes them. Standard library only."""

import struct

KINDS = (
    "BOOLEAN BYTE SHORT CHAR INT LONG FLOAT DOUBLE STRING BYTES INSTANT LOCAL_DATE LOCAL_TIME LOCAL_DATE_TIME"
    " OFFSET_DATE_TIME OFFSET_TIME ZONED_DATE_TIME DURATION PERIOD YEAR YEAR_MONTH MONTH_DAY ZONE_ID ZONE_OFFSET"
    " BIG_DECIMAL BIG_INTEGER UUID"
).split()
NULLABLE = 64
REFERENCE, LIST, SET, ARRAY, MAP, SHOWN = range(128, 134)
DECIMAL, HEX, EPOCH_SECONDS, EPOCH_MILLIS, EPOCH_MICROS, EPOCH_NANOS, SHORT_TEXT = range(7)
ENUM, RECORD, CLASS, FAMILY = 1, 2, 3, 4
MAX_STRING_BYTES = 4 << 20
MAX_COUNT = 1 << 20
MAX_DEPTH = 64
MAX_NESTING = 32


class WireError(Exception):
    """Bytes that are not what the page says, with the offset at which they are not."""


class Input:
    """Bytes that are read from the beginning to the end."""

    def __init__(self, data):
        self.data = data
        self.offset = 0
        self.depth = 0

    def fail(self, what, offset=None):
        raise WireError("%s offset=%d" % (what, self.offset if offset is None else offset))

    def take(self, count):
        if count > len(self.data) - self.offset:
            self.fail("the message ends within a value")
        start = self.offset
        self.offset += count
        return self.data[start : self.offset]

    def byte(self):
        return self.take(1)[0]

    def boolean(self):
        value = self.byte()
        if value > 1:
            self.fail("this is neither 0 nor 1", self.offset - 1)
        return value == 1

    def unsigned(self):
        at = self.offset
        first = self.byte()
        count = 9 if first == 0 else (first & -first).bit_length()
        if count == 9:
            value = int.from_bytes(self.take(8), "little")
            least = 1 << 56
        else:
            value = (first | int.from_bytes(self.take(count - 1), "little") << 8) >> count
            least = 1 << 7 * (count - 1) if count > 1 else 0
        if value < least:
            self.fail("a number is longer than it needs to be", at)
        return value

    def signed(self, bits=64):
        at = self.offset
        zigzag = self.unsigned()
        value = zigzag >> 1 ^ -(zigzag & 1)
        if not -(1 << bits - 1) <= value < 1 << bits - 1:
            self.fail("a number does not fit its type", at)
        return value

    def at_most(self, most):
        at = self.offset
        value = self.unsigned()
        if value > most:
            self.fail("a number does not fit its type", at)
        return value

    def count(self):
        """A count + 1; None for null."""
        at = self.offset
        count = self.unsigned() - 1
        if count > MAX_COUNT or count > len(self.data) - self.offset:
            self.fail("too many elements", at)
        return None if count < 0 else count

    def string(self):
        at = self.offset
        length = self.unsigned() - 1
        if length > MAX_STRING_BYTES:
            self.fail("a string is too long", at)
        if length < 0:
            return None
        try:
            return self.take(length).decode("utf-8")
        except UnicodeDecodeError as error:
            self.fail("a string is not UTF-8: %s" % error.reason, at)

    def bytes(self):
        length = self.unsigned() - 1
        return None if length < 0 else self.take(length)

    def end(self):
        if self.offset != len(self.data):
            self.fail("bytes are left behind the last value")


class Scalar:
    def __init__(self, kind, nullable, form=DECIMAL):
        self.kind = kind
        self.nullable = nullable
        self.form = form


class Reference:
    def __init__(self, number):
        self.number = number


class Sequence:
    """A list, a set or an array."""

    def __init__(self, element):
        self.element = element


class Mapping:
    def __init__(self, key, value):
        self.key = key
        self.value = value


class Named:
    """An enum with constants, a message with fields, or a family with members."""

    def __init__(self, sort, name, parts):
        self.sort = sort
        self.name = name
        self.parts = parts

    @property
    def simple_name(self):
        return self.name[max(self.name.rfind("."), self.name.rfind("$")) + 1 :]


class Schema:
    """A table of named types, and either the type of a value or the parameters of a call."""

    def __init__(self, data):
        source = Input(data)
        if source.byte() != 1:
            source.fail("a schema has an unknown version", 0)
        sort = source.byte()
        self.types = [self._named(source) for _ in range(self._count(source))]
        if sort == 1:
            self.root = self._type(source, 0)
        elif sort == 2:
            self.interface = self._name(source)
            self.method = self._name(source)
            self.parameters = self._fields(source)
        else:
            source.fail("a schema is of an unknown sort", 1)
        source.end()

    @staticmethod
    def _count(source):
        at = source.offset
        count = source.unsigned()
        if count > len(source.data) - source.offset:
            source.fail("a schema has too many parts", at)
        return count

    @staticmethod
    def _name(source):
        name = source.string()
        if not name:
            source.fail("a name is missing")
        return name

    def _fields(self, source):
        return [(self._name(source), self._type(source, 0)) for _ in range(self._count(source))]

    def _named(self, source):
        sort = source.byte()
        name = self._name(source)
        if sort == ENUM:
            parts = [self._name(source) for _ in range(self._count(source))]
        elif sort in (RECORD, CLASS):
            parts = self._fields(source)
        elif sort == FAMILY:
            parts = [self._type(source, 0) for _ in range(self._count(source))]
        else:
            source.fail("a named type is of an unknown sort")
        return Named(sort, name, parts)

    def _type(self, source, depth):
        if depth > MAX_NESTING:
            source.fail("collections nest too deeply")
        tag = source.byte()
        if tag == REFERENCE:
            return Reference(source.unsigned())
        if tag in (LIST, SET, ARRAY):
            return Sequence(self._type(source, depth + 1))
        if tag == MAP:
            return Mapping(self._type(source, depth + 1), self._type(source, depth + 1))
        if tag == SHOWN:
            form = source.byte()
            shown = self._type(source, depth)
            if not isinstance(shown, Scalar) or not HEX <= form <= SHORT_TEXT:
                source.fail("a value cannot be shown so")
            return Scalar(shown.kind, shown.nullable, form)
        nullable = tag >= NULLABLE
        if tag - NULLABLE * nullable >= len(KINDS):
            source.fail("a type is of an unknown sort", source.offset - 1)
        return Scalar(KINDS[tag - NULLABLE * nullable], nullable)

    def named(self, reference):
        if reference.number >= len(self.types):
            raise WireError("a reference leads outside the table number=%d" % reference.number)
        return self.types[reference.number]


class Decoder:
    """
    Values of a schema. None is null; a scalar is what `scalar` says; an enum is the name of its constant; a message is a
    list of its fields' values; a member of a family is a pair of its place and its value; a map is a list of pairs.
    """

    def __init__(self, schema):
        self.schema = schema

    def message(self, data):
        source = Input(data)
        root = self.schema.root
        named = self.schema.named(root) if isinstance(root, Reference) else None
        if named and named.sort in (RECORD, CLASS):
            value = [self.value(source, kind) for _, kind in named.parts]
        else:
            value = self.value(source, root)
        source.end()
        return value

    def arguments(self, data):
        source = Input(data)
        values = [self.value(source, kind) for _, kind in self.schema.parameters]
        source.end()
        return values

    def value(self, source, kind):
        if isinstance(kind, Scalar):
            own_null = kind.kind in ("STRING", "BYTES")
            if kind.nullable and not own_null and not source.boolean():
                return None
            return scalar(source, kind.kind)
        if isinstance(kind, Reference):
            return self._named(source, self.schema.named(kind))
        count = source.count()
        if count is None:
            return None
        if isinstance(kind, Sequence):
            return [self.value(source, kind.element) for _ in range(count)]
        return [(self.value(source, kind.key), self.value(source, kind.value)) for _ in range(count)]

    def _named(self, source, named):
        if named.sort in (RECORD, CLASS):
            return self._nested(source, named) if source.boolean() else None
        at = source.offset
        number = source.unsigned() - 1
        if number >= len(named.parts):
            source.fail("there is no such constant or member", at)
        if number < 0:
            return None
        if named.sort == ENUM:
            return named.parts[number]
        member = named.parts[number]
        if isinstance(member, Reference) and self.schema.named(member).sort in (RECORD, CLASS):
            return number, self._nested(source, self.schema.named(member))
        return number, self.value(source, member)

    def _nested(self, source, named):
        source.depth += 1
        if source.depth > MAX_DEPTH:
            source.fail("messages nest too deeply")
        value = [self.value(source, kind) for _, kind in named.parts]
        source.depth -= 1
        return value


def scalar(source, kind):
    """A number, a string, bytes, or for what has several parts a tuple of them."""
    return SCALARS[kind](source)


def _date_time(source):
    return source.signed(), _time(source)


def _time(source):
    return source.at_most(86_399), source.at_most(999_999_999)


def _offset(source):
    at = source.offset
    seconds = source.signed()
    if abs(seconds) > 64_800:
        source.fail("an offset is too large", at)
    return seconds


def _big_integer(source):
    at = source.offset
    length = source.unsigned()
    if length == 0:
        source.fail("an integer has no bytes", at)
    return int.from_bytes(source.take(length), "big", signed=True)


SCALARS = {
    "BOOLEAN": Input.boolean,
    "BYTE": lambda source: struct.unpack("<b", source.take(1))[0],
    "SHORT": lambda source: source.signed(16),
    "CHAR": lambda source: source.at_most(65_535),
    "INT": lambda source: source.signed(32),
    "LONG": lambda source: source.signed(64),
    "FLOAT": lambda source: struct.unpack("<f", source.take(4))[0],
    "DOUBLE": lambda source: struct.unpack("<d", source.take(8))[0],
    "STRING": Input.string,
    "BYTES": Input.bytes,
    "INSTANT": lambda source: (source.signed(), source.at_most(999_999_999)),
    "LOCAL_DATE": Input.signed,
    "LOCAL_TIME": _time,
    "LOCAL_DATE_TIME": _date_time,
    "OFFSET_DATE_TIME": lambda source: (_date_time(source), _offset(source)),
    "OFFSET_TIME": lambda source: (_time(source), _offset(source)),
    "ZONED_DATE_TIME": lambda source: (_date_time(source), _offset(source), source.string()),
    "DURATION": lambda source: (source.signed(), source.at_most(999_999_999)),
    "PERIOD": lambda source: (source.signed(32), source.signed(32), source.signed(32)),
    "YEAR": Input.signed,
    "YEAR_MONTH": lambda source: (source.signed(), source.at_most(12)),
    "MONTH_DAY": lambda source: (source.at_most(12), source.at_most(31)),
    "ZONE_ID": Input.string,
    "ZONE_OFFSET": _offset,
    "BIG_DECIMAL": lambda source: (source.signed(32), _big_integer(source)),
    "BIG_INTEGER": _big_integer,
    "UUID": lambda source: source.take(16),
}
