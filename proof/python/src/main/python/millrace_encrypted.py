"""
Shows the messages of an encrypted journal, one a line, written from docs/format/journal.md alone.

  python3 millrace_encrypted.py DIRECTORY KEYS    a journal, and the directory of its keys

Needs the package cryptography, whose OCB is that of OpenSSL. Messages whose key is gone are shown as forgotten.
"""

import hashlib
import os
import struct
import sys

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM, AESOCB3
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDFExpand

import millrace_journal as journal

KEY = b"KEY-GCM\n"
OCB = b"OCB1"


def unwrap(directory, subject, wrapped):
    """Returns a data key, or None where the key that wraps it is gone."""
    version, = struct.unpack_from("<I", wrapped)
    path = os.path.join(directory, "%s.%d.key" % (hashlib.sha256(subject).hexdigest(), version))
    if not os.path.exists(path):
        return None
    with open(path, "rb") as file:
        return AESGCM(file.read()).decrypt(wrapped[4:16], wrapped[16:], subject)


def key_frame(payload):
    """Returns the subject and the wrapped key that a metadata frame holds."""
    subject_bytes, wrapped_bytes = struct.unpack_from("<II", payload, 8)
    if 16 + subject_bytes + wrapped_bytes != len(payload):
        raise journal.JournalError("a key frame has impossible lengths length=%d" % len(payload))
    return payload[16 : 16 + subject_bytes], payload[16 + subject_bytes :]


def decrypt(cipher, segment, position, state, payload):
    """Returns the message in a data frame."""
    clear, = struct.unpack_from("<H", payload, 14)
    if payload[4:8] != OCB or 32 + clear > len(payload):
        segment.fail("this is not encrypted with OCB", position)
    number = int.from_bytes(payload[8:14], "little")
    head = payload[16 : 16 + clear]
    place = struct.pack("<QII", segment.index(position), state << 29 | len(payload), clear)
    try:
        return head + cipher.decrypt(number.to_bytes(12, "big"), payload[16 + clear :], place + head)
    except InvalidTag:
        segment.fail("a message is not what was written here", position)


def messages(directory, keys):
    """Yields index as text, subject and message, None for one that is forgotten."""
    for segment in journal.segments(directory):
        ciphers = {}
        for position, state, payload in segment.frames():
            if state == journal.METADATA and payload[:8] == KEY:
                subject, wrapped = key_frame(payload)
                key = unwrap(keys, subject, wrapped)
                if key is not None:
                    key = AESOCB3(HKDFExpand(SHA256(), 32, b"millrace OCB" + segment.identity).derive(key))
                ciphers[position] = subject.decode(), key
            elif state == journal.DATA:
                subject, cipher = ciphers[8 * struct.unpack_from("<I", payload)[0]]
                message = None if cipher is None else decrypt(cipher, segment, position, state, payload)
                yield segment.index_text(position), subject, message


def main(arguments):
    if len(arguments) != 2:
        sys.exit(__doc__)
    sys.stdout.reconfigure(encoding="utf-8", newline="\n")
    for index, subject, message in messages(*arguments):
        print(index, subject, "forgotten" if message is None else message.decode())


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except journal.JournalError as error:
        sys.exit("millrace: %s" % error)
