/** What threads may see of each other, as tests that jcstress runs on every pair of compilers. */
package io.millrace.jcstress;
