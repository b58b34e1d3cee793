package com.example.lib;

/** What the library's initializer looks for. */
public interface Plugin {

}
