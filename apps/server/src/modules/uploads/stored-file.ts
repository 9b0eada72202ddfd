/**
 * The stored copy of an uploaded file: a redrawn image (ATT-43), or a PDF unchanged. The PDF is evidence and
 * is never served: operators see an image of its pages (M-7).
 */
import { drawDocument, pagesMax, preparePicture } from '../../platform/media/index.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { type MediaType, mediaTypeOf } from './media-type.ts'

/** In bytes. */
export const fileBytesMax = 1_000_000

export type StoredFile = { readonly mediaType: MediaType; readonly content: Buffer }

/**
 * The file to store. Refuses `request.too_large` above 1 MB or for an image with too many pixels,
 * `upload.type` for other types, `upload.picture` for a broken or too small image, `upload.pdf` for a PDF
 * that cannot be drawn, `upload.pdf_locked` for one with a password, and `upload.pdf_pages` for one with too
 * many pages.
 */
export async function toStoredFile(content: Buffer): Promise<StoredFile> {
  if (content.length > fileBytesMax) throw new Refusal('request.too_large')
  const mediaType = mediaTypeOf(content)
  if (mediaType === null) throw new Refusal('upload.type')
  if (mediaType === 'application/pdf') {
    const shown = await shownFileOf({ mediaType, content })
    if (!shown.ok) throw refusalOf(shown.why)
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

/** Why a stored file cannot be shown: it needs a password, has too many pages, or cannot be drawn. */
export type ShowFault = 'locked' | 'pages' | 'broken'

/** A stored file for display: of a PDF an image of its pages. */
export async function shownFileOf({
  mediaType,
  content,
}: ShownFile): Promise<
  ({ readonly ok: true } & ShownFile) | { readonly ok: false; readonly why: ShowFault }
> {
  if (mediaType !== 'application/pdf') return { ok: true, mediaType, content }
  const drawn = await drawDocument(content)
  if (drawn.ok) return { ok: true, mediaType: 'image/jpeg', content: drawn.jpeg }
  switch (drawn.why) {
    case 'locked':
      return { ok: false, why: 'locked' }
    case 'too_large':
      return { ok: false, why: 'pages' }
    case 'type':
    case 'too_small':
    case 'broken':
      return { ok: false, why: 'broken' }
  }
}

/** The refusal for the uploader. */
function refusalOf(why: ShowFault): Refusal {
  switch (why) {
    case 'locked':
      return new Refusal('upload.pdf_locked')
    case 'pages':
      return new Refusal('upload.pdf_pages', { max: pagesMax })
    case 'broken':
      return new Refusal('upload.pdf')
  }
}
