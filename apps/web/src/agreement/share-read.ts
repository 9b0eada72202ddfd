/** The read share of a text. Pure. */

/** Pixels at the end of a text that need not be visible. */
const slackPx = 24

/** Returns the visible share of a text, in whole percent; `top` is relative to the window. */
export function shareRead(
  { top, height }: { readonly top: number; readonly height: number },
  windowHeight: number,
): number {
  if (height <= 0) return 0
  const seen = windowHeight - top
  if (seen >= height - slackPx) return 100
  return Math.max(0, Math.min(99, Math.floor((seen / height) * 100)))
}
