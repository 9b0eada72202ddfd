/** The picture library with nothing but the decoders that are needed: no vector, no document, no network. */
import sharp from 'sharp'
import { picturePixelsMax } from '../limits.ts'

sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})
// One file, one picture: nothing comes twice, and the other core is the exchange's.
sharp.cache(false)
sharp.concurrency(1)

/** For `sharp`: no bombs, and half a picture is an error. */
export const strict = {
  limitInputPixels: picturePixelsMax,
  failOn: 'error',
  sequentialRead: true,
} as const

export { sharp }
