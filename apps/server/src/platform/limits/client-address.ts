/** What counts as one client: an IPv4 address, or the /64 network of an IPv6 client. */
import { isIPv6 } from 'node:net'

const networkGroups = 4
const allGroups = 8

/** The address by which a client is counted; an IPv4-mapped IPv6 address counts as the IPv4 address. */
export function toClientKey(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped?.[1] !== undefined) return mapped[1]
  if (!isIPv6(address)) return address
  const [head = '', tail = ''] = (address.split('%')[0] ?? '').toLowerCase().split('::')
  const groupsOf = (part: string): readonly string[] => (part === '' ? [] : part.split(':'))
  const before = groupsOf(head)
  const after = groupsOf(tail)
  const zeros = Array.from({ length: allGroups - before.length - after.length }, () => '0')
  const network = [...before, ...zeros, ...after].slice(0, networkGroups)
  return `${network.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64`
}
