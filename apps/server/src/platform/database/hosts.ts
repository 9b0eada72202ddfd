/**
 * The hosts that a database's address names, one or several as libpq has it:
 * `postgres://user:password@one:5432,two:5432/name?target_session_attrs=read-write`.
 */

/** The address cannot be used, in one sentence without the password. */
export class DatabaseAddressError extends Error {
  override readonly name = 'DatabaseAddressError'
}

export type DatabaseHost = {
  readonly host: string
  readonly port: number
  /** The whole URL with only this host. */
  readonly url: string
}

export type DatabaseAddress = {
  /**
   * In the order in which they are tried; empty if the address has another form, such as a socket in a
   * folder.
   */
  readonly hosts: readonly DatabaseHost[]
  /** Whether a host must accept writes: always with several hosts, with one if the address says so. */
  readonly needsWrites: boolean
  /** Hosts and name of the database, without user and password. */
  readonly place: string
}

const defaultPort = 5_432
const attribute = 'target_session_attrs'
const writing = ['read-write', 'primary']
const shape = /^(postgres(?:ql)?:\/\/)([^/?#]*)([^?#]*)(?:\?([^#]*))?/

/**
 * Parses an address.
 *
 * @throws DatabaseAddressError if a host has no name or an invalid port, or read-only hosts are requested
 */
export function readAddress(url: string): DatabaseAddress {
  const found = shape.exec(url)
  if (found === null) return { hosts: [], needsWrites: false, place: 'the database' }
  const [, scheme = '', authority = '', path = '', search = ''] = found
  const at = authority.lastIndexOf('@') + 1
  const names = authority.slice(at)
  const options = search.split('&').filter((option) => option !== '')
  const isAttribute = (option: string): boolean => option.startsWith(`${attribute}=`)
  const wanted = options.find(isAttribute)?.slice(attribute.length + 1) ?? 'any'
  if (wanted !== 'any' && !writing.includes(wanted)) {
    throw new DatabaseAddressError(
      `DATABASE_URL has ${attribute}=${wanted}; the exchange writes: read-write is possible.`,
    )
  }
  const kept = options.filter((option) => !isAttribute(option)).join('&')
  const rest = `${path}${kept === '' ? '' : `?${kept}`}`
  const parts = names === '' ? [] : names.split(',')
  const hosts = parts.map((name) => ({
    ...parseHost(name),
    url: `${scheme}${authority.slice(0, at)}${name}${rest}`,
  }))
  return { hosts, needsWrites: hosts.length > 1 || wanted !== 'any', place: `${names}${path}` }
}

function parseHost(name: string): Pick<DatabaseHost, 'host' | 'port'> {
  const [, bracketed, plain, port = String(defaultPort)] =
    /^(?:\[([^\]]+)\]|([^:[\]]+))(?::(\d{1,5}))?$/.exec(name) ?? []
  const host = bracketed ?? plain
  if (host === undefined || Number(port) < 1 || Number(port) > 65_535) {
    throw new DatabaseAddressError(`DATABASE_URL names "${name}", which is no host with a port.`)
  }
  return { host: decodeURIComponent(host), port: Number(port) }
}

/** The credentials of an address with any number of hosts; empty texts for missing ones. */
export function readCredentials(url: string): {
  readonly username: string
  readonly password: string
} {
  const { username, password } = new URL(readAddress(url).hosts[0]?.url ?? url)
  return { username: decodeURIComponent(username), password: decodeURIComponent(password) }
}
