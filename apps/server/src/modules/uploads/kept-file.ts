/** What is kept of a file that was handed in: PDF as it is, of a picture only what is drawn anew (ATT-43). */
import { preparePicture } from '../../platform/media/index.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { type MediaType, mediaTypeOf } from './media-type.ts'

/** Bytes. */
export const fileBytesMax = 1_000_000

export type KeptFile = { readonly mediaType: MediaType; readonly content: Buffer }

/**
 * The file to keep. Refuses `request.too_large` above 1 MB or for a picture of too many pixels,
 * `upload.type` for other types, `upload.picture` for one that is not whole or too small to show anything.
 */
export async function keptFileOf(content: Buffer): Promise<KeptFile> {
  if (content.length > fileBytesMax) throw new Refusal('request.too_large')
  const mediaType = mediaTypeOf(content)
  if (mediaType === null) throw new Refusal('upload.type')
  if (mediaType === 'application/pdf') return { mediaType, content }
  const picture = await preparePicture(content, { types: ['jpeg', 'png', 'bmp'] })
  if (picture.ok) return { mediaType: 'image/jpeg', content: picture.jpeg }
  switch (picture.why) {
    case 'type':
      throw new Refusal('upload.type')
    case 'too_large':
      throw new Refusal('request.too_large')
    case 'too_small':
    case 'broken':
      throw new Refusal('upload.picture')
  }
}
