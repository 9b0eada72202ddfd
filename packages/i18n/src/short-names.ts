/** Short forms of people's names (FMT-06, DEC-39). */

/** Returns a nickname of 20 characters or more as its first 5, three dots and its last 4. */
export function shortNickname(name: string): string {
  const letters = Array.from(name)
  if (letters.length < 20) return name
  return `${letters.slice(0, 5).join('')}...${letters.slice(-4).join('')}`
}

/** The initial, shown instead of a missing picture. */
export function initialOf(name: string): string {
  return (Array.from(name)[0] ?? '').toUpperCase()
}
