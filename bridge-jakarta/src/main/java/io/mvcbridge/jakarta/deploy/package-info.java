/**
 * Deployment of web archives (Servlet 6.1 §10): files, class loader, descriptors and
 * annotations of an archive become what an application is built from. {@code WebArchive}
 * is the door; nothing of this is loaded where applications are built by a program alone.
 */
@NullMarked
package io.mvcbridge.jakarta.deploy;

import org.jspecify.annotations.NullMarked;
