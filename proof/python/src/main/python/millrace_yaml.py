"""Writes what millrace_wire reads as the canonical YAML of docs/format/yaml.md. Standard library only."""

import base64
import math
import re
import struct
import unicodedata
import uuid

import millrace_wire as wire

MAX_COLUMNS = 80
TAGS = {
    "STRING": "!String", "BOOLEAN": "!boolean", "BYTE": "!byte", "SHORT": "!short", "CHAR": "!char", "INT": "!int",
    "LONG": "!long", "FLOAT": "!float", "DOUBLE": "!double", "BYTES": "!!binary", "INSTANT": "!Instant",
    "LOCAL_DATE": "!LocalDate", "LOCAL_TIME": "!LocalTime", "LOCAL_DATE_TIME": "!LocalDateTime",
    "OFFSET_DATE_TIME": "!OffsetDateTime", "OFFSET_TIME": "!OffsetTime", "ZONED_DATE_TIME": "!ZonedDateTime",
    "DURATION": "!Duration", "PERIOD": "!Period", "YEAR": "!Year", "YEAR_MONTH": "!YearMonth",
    "MONTH_DAY": "!MonthDay", "ZONE_ID": "!ZoneId", "ZONE_OFFSET": "!ZoneOffset", "BIG_DECIMAL": "!BigDecimal",
    "BIG_INTEGER": "!BigInteger", "UUID": "!UUID",
}
UNTAGGED = ("STRING", "BOOLEAN", "INT", "LONG", "DOUBLE")
WORDS = set(
    "~ null Null NULL true True TRUE false False FALSE yes Yes YES no No NO on On ON off Off OFF = <<".split())
NUMBER_LIKE = re.compile(
    r"\+?0[xXoObB][0-9a-fA-F_]+"
    r"|\+?[0-9_:]*\.?[0-9_:]*|\+?[0-9_:]*\.?[0-9_:]*[eE][-+]?[0-9]*|\.\.\..*|\+?\.(inf|Inf|INF)"
    r"|\.(nan|NaN|NAN)", re.S)
DATE_LIKE = re.compile(r"[0-9]{4}-[0-9]+-[0-9]+([Tt \t].*)?", re.S)
ESCAPES = {"\n": "\\n", "\t": "\\t", "\r": "\\r", "\0": "\\0"}


def printable(char):
    code = ord(char)
    if code < 0xA0:
        return 0x20 <= code < 0x7F
    if code in (0x2028, 0x2029, 0xFFFE, 0xFFFF) or 0xD800 <= code < 0xE000:
        return False
    return code > 0xFFFF or unicodedata.category(char) != "Cf"


def plain(text, flow):
    if not text or not all(map(printable, text)) or text[-1] in " :" or text[0] in " -?:,[]{}#&*!|>'\"%@`":
        return False
    if flow and any(char in ",[]{}" for char in text) or ": " in text or " #" in text:
        return False
    number_like = text[0] in "0123456789+." and NUMBER_LIKE.fullmatch(text)
    return not number_like and text not in WORDS


def string(text, flow, is_text=True):
    if plain(text, flow) and not (is_text and DATE_LIKE.fullmatch(text)):
        return text
    out = []
    for char in text:
        if char in '"\\':
            out.append("\\" + char)
        elif printable(char):
            out.append(char)
        elif char in ESCAPES:
            out.append(ESCAPES[char])
        else:
            out.append("\\x%02x" % ord(char) if ord(char) < 0x100 else "\\u%04x" % ord(char))
    return '"%s"' % "".join(out)


def literal(text):
    if "\n" not in text[1:-1] or text[0] in " \t\n" or text[-1] in " \t" or text.endswith("\n\n"):
        return False
    if any(line and line[-1] in " \t" for line in text.split("\n")[:-1]):
        return False
    return all(printable(char) or char in "\n\t" for char in text)


def floating(value, single):
    if math.isnan(value):
        return ".nan"
    if math.isinf(value):
        return ".inf" if value > 0 else "-.inf"
    sign = "-" if math.copysign(1, value) < 0 else ""
    if value == 0:
        return sign + "0.0"
    for precision in range(2, 18):
        text = "%.*e" % (precision - 1, abs(value))
        again = float(text)
        if single:
            try:
                again = struct.unpack("<f", struct.pack("<f", again))[0]
            except OverflowError:
                continue
        if again == abs(value):
            break
    mantissa, exponent = text.split("e")
    digits = mantissa.replace(".", "").rstrip("0")
    exponent = int(exponent)
    if not -6 <= exponent <= 15:
        return "%s%s.%sE%+d" % (sign, digits[0], digits[1:] or "0", exponent)
    if exponent < 0:
        return sign + "0." + "0" * (-exponent - 1) + digits
    digits = digits.ljust(exponent + 1, "0")
    return "%s%s.%s" % (sign, digits[: exponent + 1], digits[exponent + 1 :] or "0")


def year(value):
    if value > 9999:
        return "+%d" % value
    return "-%04d" % -value if value < 0 else "%04d" % value


def date(days):
    """From days since 1970-01-01, in the proleptic Gregorian calendar, years counted from March on."""
    era, rest = divmod(days + 719_468, 146_097)
    of_era = (rest - rest // 1_460 + rest // 36_524 - rest // 146_096) // 365
    of_year = rest - (365 * of_era + of_era // 4 - of_era // 100)
    month = (5 * of_year + 2) // 153
    day = of_year - (153 * month + 2) // 5 + 1
    month = month + 3 if month < 10 else month - 9
    return "%s-%02d-%02d" % (year(era * 400 + of_era + (month <= 2)), month, day)


def fraction(nanos):
    text = "%09d" % nanos
    while text.endswith("000"):
        text = text[:-3]
    return "." + text if text else ""


def time(value, seconds_always=False):
    second, nanos = value
    text = "%02d:%02d" % (second // 3600, second // 60 % 60)
    return text + (":%02d" % (second % 60) + fraction(nanos) if seconds_always or second % 60 or nanos else "")


def offset(seconds):
    if seconds == 0:
        return "Z"
    sign, seconds = ("-", -seconds) if seconds < 0 else ("+", seconds)
    text = "%s%02d:%02d" % (sign, seconds // 3600, seconds // 60 % 60)
    return text + (":%02d" % (seconds % 60) if seconds % 60 else "")


def instant(value):
    days, second = divmod(value[0], 86_400)
    return date(days) + "T" + time((second, value[1]), True) + "Z"


def date_time(value):
    return date(value[0]) + "T" + time(value[1])


def zoned(value):
    text = date_time(value[0]) + offset(value[1])
    return text if value[2] == offset(value[1]) else "%s[%s]" % (text, value[2])


def duration(value):
    nanos = value[0] * 1_000_000_000 + value[1]
    sign, nanos = ("-", -nanos) if nanos < 0 else ("", nanos)
    seconds, nanos = divmod(nanos, 1_000_000_000)
    hours, minutes, seconds = seconds // 3600, seconds // 60 % 60, seconds % 60
    text = "PT" + (sign + "%dH" % hours if hours else "") + (sign + "%dM" % minutes if minutes else "")
    if seconds or nanos or text == "PT":
        text += sign + str(seconds) + (".%09d" % nanos).rstrip("0").rstrip(".") + "S"
    return text


def period(value):
    return "P" + ("".join("%d%s" % (part, unit) for part, unit in zip(value, "YMD") if part) or "0D")


def decimal(value):
    scale, unscaled = value
    digits = str(abs(unscaled))
    sign = "-" if unscaled < 0 else ""
    exponent = len(digits) - 1 - scale
    if scale == 0:
        return sign + digits
    if scale > 0 and exponent >= -6:
        digits = digits.rjust(scale + 1, "0")
        return "%s%s.%s" % (sign, digits[:-scale], digits[-scale:])
    rest = "." + digits[1:] if len(digits) > 1 or exponent else ""
    return sign + digits[0] + rest + ("E%+d" % exponent if exponent else "")


def char(value, flow):
    return '"\\u%04x"' % value if 0xD800 <= value < 0xE000 else string(chr(value), flow)


SCALARS = {
    "BOOLEAN": lambda value: "true" if value else "false",
    "FLOAT": lambda value: floating(value, True),
    "DOUBLE": lambda value: floating(value, False),
    "INSTANT": instant,
    "LOCAL_DATE": date,
    "LOCAL_TIME": time,
    "LOCAL_DATE_TIME": date_time,
    "OFFSET_DATE_TIME": lambda value: date_time(value[0]) + offset(value[1]),
    "OFFSET_TIME": lambda value: time(value[0]) + offset(value[1]),
    "DURATION": duration,
    "PERIOD": period,
    "YEAR_MONTH": lambda value: "%s-%02d" % (year(value[0]), value[1]),
    "MONTH_DAY": lambda value: "--%02d-%02d" % value,
    "ZONE_OFFSET": offset,
    "BIG_DECIMAL": decimal,
    "UUID": lambda value: str(uuid.UUID(bytes=bytes(value))),
}


BITS = {"BYTE": 8, "SHORT": 16, "INT": 32, "LONG": 64}
UNITS = {wire.EPOCH_SECONDS: 1, wire.EPOCH_MILLIS: 1_000, wire.EPOCH_MICROS: 1_000_000, wire.EPOCH_NANOS: 1_000_000_000}
SHORT_TEXT = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz.-_/+=:;@$%&*!?~^|()<>"


def shown(kind, form, value, flow):
    """A whole number in another form than decimal."""
    if form == wire.HEX:
        return "0x%x" % (value & (1 << BITS[kind]) - 1)
    if form == wire.SHORT_TEXT:
        rest = value & (1 << 64) - 1
        text = ""
        while rest:
            rest, digit = divmod(rest - 1, len(SHORT_TEXT))
            text = SHORT_TEXT[digit] + text
        return string(text if len(text) <= 10 else "#%d" % value, flow)
    second, rest = divmod(value, UNITS[form])
    if not -31_557_014_167_219_200 <= second <= 31_556_889_864_403_199:
        return str(value)
    return instant((second, rest * (1_000_000_000 // UNITS[form])))


def scalar(kind, value, flow, form=wire.DECIMAL):
    """One line; bytes without their tag."""
    if form != wire.DECIMAL:
        return shown(kind, form, value, flow)
    if kind == "STRING" or kind == "ZONE_ID":
        return string(value, flow)
    if kind == "ZONED_DATE_TIME":
        return string(zoned(value), flow, is_text=False)
    if kind == "CHAR":
        return char(value, flow)
    if kind == "BYTES":
        return base64.b64encode(value).decode() or '""'
    return SCALARS.get(kind, str)(value)


def units(text):
    """The length in units of UTF-16, which is what columns are counted in."""
    return len(text) + sum(ord(char) > 0xFFFF for char in text)


def tag(name):
    return "!" + re.sub(
        r"[^a-zA-Z0-9._$-]", lambda found: "".join("%%%02X" % byte for byte in found[0].encode()), name)


class Writer:
    """Text of the values of one schema. A value's text begins behind what it belongs to and ends with a line break."""

    def __init__(self, schema):
        self.schema = schema

    def message(self, value):
        root = self.schema.root
        if isinstance(root, wire.Reference) and self._is_message(root):
            named = self.schema.named(root)
            return tag(named.simple_name) + self._fields(named, value, 0, "tag")
        text = self._value(root, value, 0, "top")
        return "null\n" if text is None else text

    def call(self, arguments):
        parameters = self.schema.parameters
        key = string(self.schema.method, False) + ":"
        if len(parameters) == 1:
            text = self._value(parameters[0][1], arguments[0], 2, "key", key)
            return key + (" null\n" if text is None else text)
        return key + self._sequence([kind for _, kind in parameters], arguments, 2, "key", key)

    def _is_message(self, kind):
        return isinstance(kind, wire.Reference) and self.schema.named(kind).sort in (wire.RECORD, wire.CLASS)

    @staticmethod
    def _inline(place):
        return "" if place == "top" else " "

    @staticmethod
    def _block(place, indent):
        return {"top": "", "dash": " "}.get(place, "\n" + " " * indent)

    def _value(self, kind, value, indent, place, line=""):
        """None where the value is null; `line` is what stands before it on its line."""
        if value is None:
            return None
        if isinstance(kind, wire.Scalar):
            return self._scalar(kind.kind, value, indent, place, kind.form)
        if isinstance(kind, wire.Sequence):
            return self._sequence([kind.element] * len(value), value, indent, place, line)
        if isinstance(kind, wire.Mapping):
            return self._mapping(kind, value, indent, place)
        named = self.schema.named(kind)
        if named.sort == wire.ENUM:
            return self._inline(place) + string(value, False) + "\n"
        if named.sort == wire.FAMILY:
            return self._member(named, value, indent, place)
        return self._fields(named, value, indent, place)

    def _scalar(self, kind, value, indent, place, form=wire.DECIMAL):
        pad = " " * max(indent, 2)
        if kind == "STRING" and literal(value):
            closed = value.endswith("\n")
            lines = value[:-1].split("\n") if closed else value.split("\n")
            body = "".join((pad + line if line else "") + "\n" for line in lines)
            return self._inline(place) + ("|\n" if closed else "|-\n") + body
        text = scalar(kind, value, False, form)
        if kind != "BYTES":
            return self._inline(place) + text + "\n"
        if len(value) <= 48:
            return self._inline(place) + "!!binary " + text + "\n"
        lines = [pad + text[at : at + 76] + "\n" for at in range(0, len(text), 76)]
        return self._inline(place) + "!!binary |-\n" + "".join(lines)

    def _fields(self, named, values, indent, place):
        out = ""
        for (name, kind), value in zip(named.parts, values):
            before = " " * indent if out else self._block(place, indent)
            key = string(name, False) + ":"
            text = self._value(kind, value, indent + 2, "key", " " * indent + key)
            if text is not None:
                out += before + key + text
        return out or self._inline(place) + "{}\n"

    def _mapping(self, kind, entries, indent, place):
        if not entries:
            return self._inline(place) + "{}\n"
        out = ""
        for key, value in entries:
            out += " " * indent if out else self._block(place, indent)
            text = self._one_line(kind.key, key, False)
            if units(text) > 1_000:
                text = "? " + text + "\n" + " " * indent
            text += ":"
            shown = self._value(kind.value, value, indent + 2, "key", " " * indent + text.split("\n")[-1].lstrip())
            out += text + (" null\n" if shown is None else shown)
        return out

    def _sequence(self, kinds, values, indent, place, line):
        if not values:
            return self._inline(place) + "[]\n"
        flow = self._flow(kinds, values, line + self._inline(place))
        if flow is not None:
            return self._inline(place) + flow + "\n"
        out = ""
        for kind, value in zip(kinds, values):
            before = " " * indent if out else self._block(place, indent)
            text = self._value(kind, value, indent + 2, "dash", " " * indent + "-")
            out += before + "-" + (" null\n" if text is None else text)
        return out

    def _flow(self, kinds, values, line):
        if len(values) > MAX_COLUMNS // 3 or not all(map(self._may_flow, kinds)):
            return None
        parts = [self._one_line(kind, value, True) for kind, value in zip(kinds, values)]
        if None in parts or units(line + "[" + ", ".join(parts)) >= MAX_COLUMNS:
            return None
        return "[" + ", ".join(parts) + "]"

    def _may_flow(self, kind):
        if isinstance(kind, wire.Scalar):
            return True
        if not isinstance(kind, wire.Reference):
            return False
        named = self.schema.named(kind)
        return named.sort == wire.ENUM or named.sort == wire.FAMILY and any(map(self._may_flow, named.parts))

    def _one_line(self, kind, value, flow):
        """None where it cannot be one."""
        if value is None:
            return "null"
        if isinstance(kind, wire.Scalar):
            if flow and kind.kind == "STRING" and "\n" in value:
                return None
            return ("!!binary " if kind.kind == "BYTES" else "") + scalar(kind.kind, value, flow, kind.form)
        named = self.schema.named(kind)
        if named.sort == wire.ENUM:
            return string(value, flow)
        number, member = value
        if self._is_message(named.parts[number]):
            return None
        return self._tagged(named, number, member)

    def _member(self, family, value, indent, place):
        number, member = value
        kind = family.parts[number]
        if self._is_message(kind):
            text = self._fields(self.schema.named(kind), member, indent, "tag")
            return self._inline(place) + self._tag(family, number) + text
        if isinstance(kind, wire.Scalar) and kind.kind in ("STRING", "BYTES"):
            return self._scalar(kind.kind, member, indent, place)
        return self._inline(place) + self._tagged(family, number, member) + "\n"

    def _tagged(self, family, number, value):
        kind = family.parts[number]
        if not isinstance(kind, wire.Scalar):
            return self._tag(family, number) + " " + string(value, True)
        if kind.kind == "STRING" and "\n" in value:
            return None
        kinds = [part.kind for part in family.parts if isinstance(part, wire.Scalar)]
        small_long = kind.kind == "LONG" and "INT" in kinds and -(1 << 31) <= value < 1 << 31
        before = TAGS[kind.kind] + " " if small_long or kind.kind not in UNTAGGED else ""
        return before + scalar(kind.kind, value, True, kind.form)

    def _tag(self, family, number):
        names = [TAGS[part.kind] if isinstance(part, wire.Scalar) else tag(self.schema.named(part).simple_name)
                 for part in family.parts]
        unique = names.count(names[number]) == 1
        return names[number] if unique else tag(self.schema.named(family.parts[number]).name)
