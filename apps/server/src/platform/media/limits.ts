/** How much of a stranger's file is opened, and how long that may take (ATT-44, ATT-45). */

/** The limit that forms state (DEC-53), in bytes. */
export const pictureBytesMax = 1_000_000
/** Pixels, each side. */
export const pictureSideMin = 100
/** More is a bomb: no file of the allowed size has so many and is a photo. */
export const picturePixelsMax = 25_000_000
/** The longest side of what is kept. */
export const keptSideMax = 2_000

/** Pages of a PDF; a proof of payment has one or two. */
export const pagesMax = 10
/** Pixels of a page as it is drawn, whatever size it says it has. */
export const pageSidesMax = { widthMax: 1_000, heightMax: 1_414 } as const
/** Of the picture of all pages. */
export const documentBytesMax = 3_000_000

export const videoBytesMax = 50_000_000
/** Ten minutes at 60 frames a second; what has more never ends. */
export const framesMax = 36_000
/** Keyframes that are looked at for the sharpest. */
export const stillsMax = 8

/** With the start of the child, which alone takes seconds on a machine that others keep busy. */
export const pictureMs = 15_000
export const documentMs = 20_000
export const videoMs = 20_000
/** What a child may hold of memory: its program takes 60 MB, the largest picture 200 MB. */
export const childBytesMax = 450_000_000
/** The answer of a child: one picture, of a document the largest, and a few figures. */
export const answerBytesMax = 4_000_000
