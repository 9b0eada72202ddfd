/** Masks personal data for the console; the full data needs a request with a reason. */

const bullet = '•'

/** "Sari Wulandari" is "Sari W••••"; a single name, as many people here have, keeps its first letter. */
export function maskedName(name: string): string {
  const [first = '', ...rest] = name.trim().split(/\s+/)
  const masked = (word: string) => `${Array.from(word)[0] ?? ''}${bullet.repeat(4)}`
  return rest.length === 0 ? masked(first) : [first, ...rest.map(masked)].join(' ')
}

/** "sari@example.com" is "s••••@example.com". */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@')
  if (at <= 0) return bullet.repeat(4)
  return `${Array.from(email)[0] ?? ''}${bullet.repeat(4)}${email.slice(at)}`
}

/** "1234567890" is "••••••7890"; a short number shows fewer digits. */
export function maskedNumber(number: string): string {
  const shown = Math.min(4, Math.floor(number.length / 2))
  return `${bullet.repeat(number.length - shown)}${number.slice(number.length - shown)}`
}

/** "203.0.113.7" is "203.0.113.•"; of an IPv6 address the network remains: "2001:db8:1:•". */
export function maskedAddress(address: string): string {
  const [, network = ''] = /^((?:\d{1,3}\.){3})\d{1,3}$/.exec(address) ?? []
  if (network !== '') return `${network}${bullet}`
  if (!address.includes(':')) return address === '' ? '' : bullet
  return `${address.split(':').slice(0, 3).join(':')}:${bullet}`
}
