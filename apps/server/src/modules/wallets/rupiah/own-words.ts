/** What a person wrote about a transfer: rows without it carry a general word (IDRD-02), which nobody wrote. */

const generalWords: readonly string[] = ['deposit', 'withdrawal']

/** The person's own words; empty where he wrote none. */
export function userText(description: string): string {
  return generalWords.includes(description) ? '' : description
}
