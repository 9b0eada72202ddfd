/** The type of a file by its first bytes, because its name and declared type prove nothing (SRV-10). */

const signatures = [
  { mediaType: 'image/jpeg', bytes: [0xff, 0xd8, 0xff] },
  { mediaType: 'image/png', bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { mediaType: 'image/bmp', bytes: [0x42, 0x4d] },
  { mediaType: 'application/pdf', bytes: [0x25, 0x50, 0x44, 0x46, 0x2d] },
] as const

/** The accepted types: those of DEC-53, and PDF. */
export type MediaType = (typeof signatures)[number]['mediaType']

/** The type of a content; null if it is not accepted. */
export function mediaTypeOf(content: Uint8Array): MediaType | null {
  const found = signatures.find(({ bytes }) => bytes.every((byte, at) => content[at] === byte))
  return found?.mediaType ?? null
}
