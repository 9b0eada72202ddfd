/** Long texts shown short: nicknames and addresses (FMT-06 to FMT-08, DEC-39). */

/** Returns a nickname of 20 characters or more as its first 5, three dots and its last 4. */
export function shortNickname(name: string): string {
  const letters = Array.from(name)
  if (letters.length < 20) return name
  return `${letters.slice(0, 5).join('')}...${letters.slice(-4).join('')}`
}

/** Returns a wallet address as its first 7, three dots and its last 6. */
export function shortAddress(address: string): string {
  return address.length <= 16 ? address : `${address.slice(0, 7)}...${address.slice(-6)}`
}

/** Returns a wallet address for list rows: first 5, three dots, last 3. */
export function shorterAddress(address: string): string {
  return address.length <= 11 ? address : `${address.slice(0, 5)}...${address.slice(-3)}`
}

/** Returns the letter that stands for a person where there is no picture. */
export function initialOf(name: string): string {
  return (Array.from(name)[0] ?? '').toUpperCase()
}
