/** A first project with Millrace: a writer, a reader and a component. */
package com.example;
