package com.example.shop;

import com.example.lib.Plugin;

/** Found by its interface. */
public abstract class AbstractPlugin implements Plugin {

}
