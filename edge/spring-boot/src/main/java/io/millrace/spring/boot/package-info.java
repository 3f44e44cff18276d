/** Channels, writers and a topology as beans of Spring Boot, with health and meters of the application's own. */
package io.millrace.spring.boot;
