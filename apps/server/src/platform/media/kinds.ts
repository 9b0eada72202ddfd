/** The kind of a file by its first bytes: its name and the browser's type prove nothing (ATT-43). */

export type PictureKind = 'jpeg' | 'png' | 'bmp'
export type VideoKind = 'webm' | 'mp4'

const jpegBytes = Buffer.from([0xff, 0xd8, 0xff])
const pngBytes = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const bmpBytes = Buffer.from('BM')
const pdfBytes = Buffer.from('%PDF-')
/** EBML, the header of every webm. */
const ebmlBytes = Buffer.from([0x1a, 0x45, 0xdf, 0xa3])
const boxBytes = Buffer.from('ftyp')
const boxAt = 4

/** The kind of an image; null for anything else. */
export function findPictureKind(content: Buffer): PictureKind | null {
  if (begins(content, jpegBytes)) return 'jpeg'
  if (begins(content, pngBytes)) return 'png'
  return begins(content, bmpBytes) ? 'bmp' : null
}

/** The kind of a video; null for anything else, such as a playlist (ATT-45). */
export function findVideoKind(content: Buffer): VideoKind | null {
  if (begins(content, ebmlBytes)) return 'webm'
  return begins(content.subarray(boxAt), boxBytes) ? 'mp4' : null
}

/** Whether a file is a PDF. */
export function isDocument(content: Buffer): boolean {
  return begins(content, pdfBytes)
}

function begins(content: Buffer, bytes: Buffer): boolean {
  return content.subarray(0, bytes.length).equals(bytes)
}
