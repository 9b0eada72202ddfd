/** QR codes as images. */
import { encode } from 'uqr'

/** Light modules around a code, as the standard asks. */
const quietModules = 4

/** The highest error correction (CONST-12): readable even if a third is hidden by a thumb or a reflection. */
const correction = 'H'

/** A `data:` address of an SVG with the QR code of a text, dark on white in every theme. */
export function qrImageUrl(text: string): string {
  const { data, size } = encode(text, { ecc: correction, border: quietModules })
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x},${y}h1v1h-1z` : '')))
    .join('')
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" ` +
    `shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/>` +
    `<path d="${path}"/></svg>`
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}
