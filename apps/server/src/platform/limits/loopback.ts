/** Addresses and names of this machine. */

const loopbackAddress = /^(?:::1|(?:::ffff:)?127\.[\d.]+)$/
const loopbackName = /^(?:localhost|127\.[\d.]+|\[::1\])$/i

/** Whether a connection's address is one of this machine. */
export function isLoopback(address: string): boolean {
  return loopbackAddress.test(address)
}

/** Whether the host of a URL, without its port, is a name of this machine. */
export function isLoopbackName(host: string): boolean {
  return loopbackName.test(host)
}
