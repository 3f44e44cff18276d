/** The results that threads may see, as tests that jcstress runs with every pair of compilers. */
package io.millrace.jcstress;
