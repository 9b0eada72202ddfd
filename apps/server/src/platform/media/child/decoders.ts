/** The image library with only the needed decoders: no vector graphics, no documents, no network. */
import sharp from 'sharp'
import { picturePixelsMax } from '../limits.ts'

sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})
// One file per process: a cache is useless, and the other core is left to the exchange.
sharp.cache(false)
sharp.concurrency(1)

/** Options of `sharp`: decompression bombs and truncated images are errors. */
export const strict = {
  limitInputPixels: picturePixelsMax,
  failOn: 'error',
  sequentialRead: true,
} as const

export { sharp }
