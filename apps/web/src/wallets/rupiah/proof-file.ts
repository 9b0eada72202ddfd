/** The allowed files of a payment proof, and the sizes to scale photos to. The server checks the content. */

/** The types that the server accepts. */
export const proofTypes = ['image/jpeg', 'image/png', 'image/bmp', 'application/pdf'] as const
export const proofBytesMax = 1_000_000

/** Larger photos are not opened, because decoding takes many times their size. */
export const photoBytesMax = 40_000_000

const megabyte = 1_000_000

/** Why a file is invalid; `photo`: an image that the browser cannot open. */
export type ProofFault = 'type' | 'size' | 'empty' | 'photo'

/** Returns why a file cannot be sent as a proof; null if it can. */
export function proofFault({ type, size }: Pick<File, 'type' | 'size'>): ProofFault | null {
  if (!proofTypes.some((known) => known === type)) return 'type'
  if (size === 0) return 'empty'
  return size > proofBytesMax ? 'size' : null
}

/** Whether a file is an image that is too large, but can be scaled down. */
export function isShrinkable({ type, size }: Pick<File, 'type' | 'size'>): boolean {
  return type.startsWith('image/') && proofFault({ type, size }) === 'size' && size <= photoBytesMax
}

export type Size = { readonly width: number; readonly height: number }

/** The size of a scaled image in pixels, and its JPEG quality, 0 to 1. */
export type Drawing = Size & { readonly quality: number }

/** Longest edges and qualities, the best first; text is still readable in the last of them. */
const tries = [
  [2_400, 0.85],
  [2_000, 0.75],
  [1_600, 0.7],
  [1_200, 0.6],
] as const

/** The scaled versions to try, the best first; the aspect ratio stays, and images are never enlarged. */
export function createDrawings({ width, height }: Size): readonly Drawing[] {
  return tries.map(([edge, quality]) => {
    const share = Math.min(1, edge / Math.max(width, height, 1))
    const scaled = (length: number) => Math.max(1, Math.round(length * share))
    return { width: scaled(width), height: scaled(height), quality }
  })
}

/** The first version that is small enough; null if none is. */
export async function firstFitting<Drawn extends { readonly size: number }>(
  size: Size,
  draw: (drawing: Drawing) => Promise<Drawn | null>,
): Promise<Drawn | null> {
  for (const drawing of createDrawings(size)) {
    const drawn = await draw(drawing)
    if (drawn !== null && drawn.size <= proofBytesMax) return drawn
  }
  return null
}

/** Bytes as megabytes with at most one decimal, rounded up. */
export function megabytesText(bytes: number): string {
  const tenths = Math.ceil((bytes * 10) / megabyte)
  const [whole, rest] = [Math.floor(tenths / 10), tenths % 10]
  return rest === 0 ? String(whole) : `${whole},${rest}`
}
