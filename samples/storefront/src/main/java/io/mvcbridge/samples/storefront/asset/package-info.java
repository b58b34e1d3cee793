/**
 * The files that pages link: style sheets, scripts, drawings, fonts. They have names with
 * a digest of what is in them, and the same validators wherever they are served from: by
 * every instance of the application, and by a web server in front of it that has them
 * from {@link io.mvcbridge.samples.storefront.asset.AssetExport}.
 */
@NullMarked
package io.mvcbridge.samples.storefront.asset;

import org.jspecify.annotations.NullMarked;
