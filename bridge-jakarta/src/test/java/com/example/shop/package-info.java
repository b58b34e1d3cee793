/** An application that tests pack into web archives. */
@NullMarked
package com.example.shop;

import org.jspecify.annotations.NullMarked;
