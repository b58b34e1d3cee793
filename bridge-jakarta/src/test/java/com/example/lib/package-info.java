/** A library that tests pack into {@code WEB-INF/lib}. */
@NullMarked
package com.example.lib;

import org.jspecify.annotations.NullMarked;
