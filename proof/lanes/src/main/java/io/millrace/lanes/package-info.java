/** Reports what each module and each test class of a build takes. */
package io.millrace.lanes;
