package io.millrace.wire;

/** The stored state of a nested message: whether it is null, and its fields; for generated code. For one thread. */
public final class DeltaNested {
    private final DeltaFields fields;
    private final MessageEncoder encoder;
    private final MessageDecoder decoder;
    private final MessageForm form;
    private boolean present;

    DeltaNested(DeltaFields fields, MessageEncoder encoder, MessageDecoder decoder, MessageForm form) {
        this.fields = fields;
        this.encoder = encoder;
        this.decoder = decoder;
        this.form = form;
    }

    /** Returns a new object for another key. */
    public DeltaNested another() {
        return new DeltaNested(fields.another(), encoder, decoder, form);
    }

    /** Returns whether a message, or null, has the same bytes in BINARY as the stored one. */
    public boolean same(Object message) {
        return message == null ? !present : present && fields.same(message);
    }

    /** Stores a message, or null. */
    public void keep(Object message) {
        present = message != null;
        if (present) {
            fields.keep(message);
        }
    }

    /** Writes the changes from the stored message to a message, or null, and stores the new one. */
    public void write(BinaryOutput out, Object message) {
        if (!out.writePresence(message)) {
            present = false;
            return;
        }
        out.enter();
        if (present) {
            fields.writeChanges(out, message);
        } else {
            encoder.writeFields(out, message);
            keep(message);
        }
        out.leave();
    }

    /** Reads what {@link #write} has written, and applies it to the stored message. */
    public void read(BinaryInput in) {
        if (!in.readPresence()) {
            present = false;
            return;
        }
        in.enter();
        if (present) {
            fields.applyChanges(in);
        } else {
            keep(decoder.readFields(in, null));
        }
        in.leave();
    }

    /**
     * Returns the stored message, or null.
     *
     * @param reuse a mutable message that may be changed and returned, or a record that is returned if it is equal, or
     *     null
     */
    public Object current(Object reuse) {
        if (!present) {
            return null;
        }
        return form == MessageForm.RECORD && reuse != null && fields.same(reuse) ? reuse : fields.current(reuse);
    }
}
