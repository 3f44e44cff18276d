package io.millrace.jcstress;

/** An element with a number in a plain field that is written after construction; 0 if the write was not seen. */
final class Element {
    int number;

    static Element of(int number) {
        Element element = new Element();
        element.number = number;
        return element;
    }
}
