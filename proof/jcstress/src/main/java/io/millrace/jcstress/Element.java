package io.millrace.jcstress;

/** An element whose number is in a plain field that is written after it was made: 0 where the write was not seen. */
final class Element {
    int number;

    static Element of(int number) {
        Element element = new Element();
        element.number = number;
        return element;
    }
}
