"""
Shows messages and channels of Millrace as YAML, written from the pages in docs/format alone.

  python3 millrace_read.py message SCHEMA MESSAGE    two files: an encoded schema and a message of it
  python3 millrace_read.py channel DIRECTORY         the calls of a channel, a document for each
"""

import sys

import millrace_journal as journal
import millrace_wire as wire
import millrace_yaml as yaml


def read(path):
    with open(path, "rb") as file:
        return file.read()


def main(arguments):
    sys.stdout.reconfigure(encoding="utf-8", newline="\n")
    if len(arguments) == 3 and arguments[0] == "message":
        schema = wire.Schema(read(arguments[1]))
        sys.stdout.write(yaml.Writer(schema).message(wire.Decoder(schema).message(read(arguments[2]))))
    elif len(arguments) == 2 and arguments[0] == "channel":
        for call in journal.calls(arguments[1]):
            time = yaml.instant(divmod(call.written, 1_000_000_000))
            sys.stdout.write("--- # %s %s\n%s" % (call.index, time, yaml.Writer(call.schema).call(call.arguments)))
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except (wire.WireError, journal.JournalError) as error:
        sys.exit("millrace: %s" % error)
