package com.example.lib;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** What the library's initializer looks for, too. */
@Retention(RetentionPolicy.RUNTIME)
public @interface Marked {

}
