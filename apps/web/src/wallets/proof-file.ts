/** What a proof of payment may be, checked before it is sent; the server looks at its content. */

/** As the server takes them. */
export const proofTypes = ['image/jpeg', 'image/png', 'image/bmp', 'application/pdf'] as const
export const proofBytesMax = 1_000_000

const megabyte = 1_000_000

/** What stands against a file. */
export type ProofFault = 'type' | 'size' | 'empty'

/** Returns what stands against sending a file as a proof, null where nothing does. */
export function proofFault({ type, size }: Pick<File, 'type' | 'size'>): ProofFault | null {
  if (!proofTypes.some((known) => known === type)) return 'type'
  if (size === 0) return 'empty'
  return size > proofBytesMax ? 'size' : null
}

/** Bytes as megabytes with one decimal at most, rounded up: never less than it is. */
export function megabytesText(bytes: number): string {
  const tenths = Math.ceil((bytes * 10) / megabyte)
  const [whole, rest] = [Math.floor(tenths / 10), tenths % 10]
  return rest === 0 ? String(whole) : `${whole},${rest}`
}
