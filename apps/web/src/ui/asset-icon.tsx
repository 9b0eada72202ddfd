/**
 * The icon of an asset: the server's image, else a disc in the asset's hue with a simple shape. It is
 * decorative; the symbol is always beside it.
 */
import styles from './asset-icon.module.css'
import { classes } from './classes.ts'

/** Shapes of the listed assets, drawn on a disc of 24 units. */
const forms: Readonly<Record<string, string>> = {
  BTC: 'M9.4 6.8h3.9a2.4 2.4 0 0 1 0 5H9.4zM9.4 11.8h4.5a2.6 2.6 0 0 1 0 5.2H9.4zM10.8 5v1.8M13 5v1.8M10.8 17v1.9M13 17v1.9',
  ETH: 'M12 4.5l4.6 7.3L12 14.6l-4.6-2.8zM7.6 13.6L12 19.5l4.4-5.9',
  BNB: 'M12 5.5l2.4 2.4L12 10.3 9.6 7.9zM12 13.7l2.4 2.4-2.4 2.4-2.4-2.4zM7.9 9.6l2.4 2.4-2.4 2.4L5.5 12zM16.1 9.6l2.4 2.4-2.4 2.4-2.4-2.4z',
  USDT: 'M7.5 7.5h9M12 7.5v10M6.8 11.3c0-1.1 2.3-1.9 5.2-1.9s5.2.8 5.2 1.9-2.3 1.9-5.2 1.9-5.2-.8-5.2-1.9z',
  IDR: 'M8 17V7h2.8a2.5 2.5 0 0 1 0 5H8M10.8 12l2.6 5M14.8 19v-7.5M14.8 14.2a1.8 1.8 0 1 1 0 .2',
}

/** An asset's icon; default size 24 px. */
export function AssetIcon({
  symbol,
  source,
  size = 24,
}: {
  readonly symbol: string
  /** An image as a `data:` address; other addresses are not loaded. */
  readonly source?: string | null
  readonly size?: number
}) {
  if (source?.startsWith('data:image/') === true) {
    return <img className={styles['icon']} src={source} alt="" width={size} height={size} />
  }
  const form = forms[symbol]
  return (
    <svg
      className={classes(styles['icon'], styles[symbol])}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
    >
      <circle cx="12" cy="12" r="12" fill="currentColor" />
      {form === undefined ? (
        <text className={styles['letter']} x="12" y="16" textAnchor="middle">
          {symbol[0]}
        </text>
      ) : (
        <path className={styles['form']} d={form} />
      )}
    </svg>
  )
}
