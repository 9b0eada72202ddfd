/**
 * What is kept of a file that was handed in: of a picture only what is drawn anew (ATT-43), a PDF as it came. It is
 * the evidence, and nobody is given it: who looks at it sees a picture of its pages (M-7).
 */
import { drawDocument, pagesMax, preparePicture } from '../../platform/media/index.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { type MediaType, mediaTypeOf } from './media-type.ts'

/** Bytes. */
export const fileBytesMax = 1_000_000

export type KeptFile = { readonly mediaType: MediaType; readonly content: Buffer }

/**
 * The file to keep. Refuses `request.too_large` above 1 MB or for a picture of too many pixels,
 * `upload.type` for other types, `upload.picture` for one that is not whole or too small to show anything,
 * and what `shownFileOf` refuses.
 */
export async function keptFileOf(content: Buffer): Promise<KeptFile> {
  if (content.length > fileBytesMax) throw new Refusal('request.too_large')
  const mediaType = mediaTypeOf(content)
  if (mediaType === null) throw new Refusal('upload.type')
  if (mediaType === 'application/pdf') {
    await shownFileOf({ mediaType, content })
    return { mediaType, content }
  }
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

export type ShownFile = { readonly mediaType: string; readonly content: Buffer }

/**
 * A kept file as people are shown it: of a PDF a picture of its pages. Refuses `upload.pdf` where that cannot be
 * drawn, `upload.pdf_locked` where it wants a password, `upload.pdf_pages` where it has too many pages.
 */
export async function shownFileOf({ mediaType, content }: ShownFile): Promise<ShownFile> {
  if (mediaType !== 'application/pdf') return { mediaType, content }
  const drawn = await drawDocument(content)
  if (drawn.ok) return { mediaType: 'image/jpeg', content: drawn.jpeg }
  switch (drawn.why) {
    case 'locked':
      throw new Refusal('upload.pdf_locked')
    case 'too_large':
      throw new Refusal('upload.pdf_pages', { max: pagesMax })
    case 'type':
    case 'too_small':
    case 'broken':
      throw new Refusal('upload.pdf')
  }
}
