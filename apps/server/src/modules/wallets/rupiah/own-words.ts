/** The user's description of a transfer. Without one, the row has a general word (IDRD-02). */

const generalWords: readonly string[] = ['deposit', 'withdrawal']

/** The user's own text; empty if he wrote none. */
export function userText(description: string): string {
  return generalWords.includes(description) ? '' : description
}
