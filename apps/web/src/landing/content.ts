/** These elements can occur in SVG, where they have no such property. */
const ofPictures = new Set(['desc', 'text', 'title', 'tspan'])

/** Returns the text if it is an element's only child; otherwise null. */
export function findContent(type: unknown, children: unknown): string | null {
  if (typeof type !== 'string' || ofPictures.has(type)) return null
  return typeof children === 'string' || typeof children === 'number' ? String(children) : null
}
