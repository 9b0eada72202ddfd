/**
 * What a proof of payment may be, checked before it is sent, and how small a photo must become; the
 * server looks at its content.
 */

/** As the server takes them. */
export const proofTypes = ['image/jpeg', 'image/png', 'image/bmp', 'application/pdf'] as const
export const proofBytesMax = 1_000_000

/** Photos above this are left alone: to open one takes many times its bytes. */
export const photoBytesMax = 40_000_000

const megabyte = 1_000_000

/** What stands against a file; `photo`: it is a picture that the browser cannot open. */
export type ProofFault = 'type' | 'size' | 'empty' | 'photo'

/** Returns what stands against sending a file as a proof, null where nothing does. */
export function proofFault({ type, size }: Pick<File, 'type' | 'size'>): ProofFault | null {
  if (!proofTypes.some((known) => known === type)) return 'type'
  if (size === 0) return 'empty'
  return size > proofBytesMax ? 'size' : null
}

/** Whether a file is a picture that is too large as it is, and may be sent smaller. */
export function isShrinkable({ type, size }: Pick<File, 'type' | 'size'>): boolean {
  return type.startsWith('image/') && proofFault({ type, size }) === 'size' && size <= photoBytesMax
}

export type Size = { readonly width: number; readonly height: number }

/** How a picture is drawn again: pixels, and how much of it JPEG keeps, 0 to 1. */
export type Drawing = Size & { readonly quality: number }

/** Longest edges and qualities, the best first; letters of a transfer are read in the last of them. */
const tries = [
  [2_400, 0.85],
  [2_000, 0.75],
  [1_600, 0.7],
  [1_200, 0.6],
] as const

/** Ways to draw a picture smaller, the best first; its shape is kept, and it is never made larger. */
export function drawingsOf({ width, height }: Size): readonly Drawing[] {
  return tries.map(([edge, quality]) => {
    const share = Math.min(1, edge / Math.max(width, height, 1))
    const scaled = (length: number) => Math.max(1, Math.round(length * share))
    return { width: scaled(width), height: scaled(height), quality }
  })
}

/** The first drawing that may be sent; null where none is small enough. */
export async function firstFitting<Drawn extends { readonly size: number }>(
  size: Size,
  draw: (drawing: Drawing) => Promise<Drawn | null>,
): Promise<Drawn | null> {
  for (const drawing of drawingsOf(size)) {
    const drawn = await draw(drawing)
    if (drawn !== null && drawn.size <= proofBytesMax) return drawn
  }
  return null
}

/** Bytes as megabytes with one decimal at most, rounded up: never less than it is. */
export function megabytesText(bytes: number): string {
  const tenths = Math.ceil((bytes * 10) / megabyte)
  const [whole, rest] = [Math.floor(tenths / 10), tenths % 10]
  return rest === 0 ? String(whole) : `${whole},${rest}`
}
