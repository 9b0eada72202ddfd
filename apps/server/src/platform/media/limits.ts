/** Limits for opening strangers' files: sizes and times (ATT-44, ATT-45). */

/** The limit that forms state (DEC-53), in bytes. */
export const pictureBytesMax = 1_000_000
/** Pixels, each side. */
export const pictureSideMin = 100
/** A larger one is a decompression bomb: no photo of the allowed file size has so many pixels. */
export const picturePixelsMax = 25_000_000
/** The longest side of a stored image. */
export const keptSideMax = 2_000

/** Pages of a PDF; a proof of payment has one or two. */
export const pagesMax = 10
/** Pixels of a rendered page, whatever size it declares. */
export const pageSidesMax = { widthMax: 1_000, heightMax: 1_414 } as const
/** The maximum size of the image of all pages. */
export const documentBytesMax = 3_000_000

export const videoBytesMax = 50_000_000
/** Ten minutes at 60 frames a second; a file with more counts as endless. */
export const framesMax = 36_000
/** Keyframes that are compared for the sharpest. */
export const stillsMax = 8

/** Including the start of the child process, which takes seconds on a busy machine. */
export const pictureMs = 15_000
export const documentMs = 20_000
export const videoMs = 20_000
/** Memory limit of a child: its program takes 60 MB, the largest image 200 MB. */
export const childBytesMax = 450_000_000
/** The largest answer of a child: one image of a document, and a few figures. */
export const answerBytesMax = 4_000_000
