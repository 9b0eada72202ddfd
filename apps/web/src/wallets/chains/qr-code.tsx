/** A QR code as a drawing: dark on white in every theme, error correction H, 200 px (CONST-12). */
import { encode } from 'uqr'
import styles from './chains.module.css'

/** The quiet zone in modules that the standard requires. */
const quietModules = 4
const sizePx = 200

/** The QR code of a text. The text is beside the code, so a screen reader reads only the label. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { data, size } = encode(text, { ecc: 'H', border: quietModules })
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x},${y}h1v1h-1z` : '')))
    .join('')
  return (
    <svg
      className={styles['qr']}
      role="img"
      aria-label={label}
      width={sizePx}
      height={sizePx}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      data-text={text}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
