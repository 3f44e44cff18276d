package io.millrace.jcstress;

import org.openjdk.jol.info.ClassLayout;
import org.openjdk.jol.info.FieldLayout;

/**
 * The program of {@link LayoutTest}: prints the offsets of the fields of classes in the virtual machine that runs it.
 */
final class FieldOffsets {
    private FieldOffsets() {}

    public static void main(String[] classes) throws ClassNotFoundException {
        for (String name : classes) {
            ClassLayout layout = ClassLayout.parseClass(Class.forName(name));
            for (FieldLayout field : layout.fields()) {
                System.out.println("field " + name + " " + field.hostClass() + " " + field.name() + " " + field.offset()
                        + " " + field.size());
            }
            System.out.println("size " + name + " " + layout.instanceSize());
        }
    }
}
