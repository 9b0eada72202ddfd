/** This machine, as addresses and names call it. */

const loopbackAddress = /^(?:::1|(?:::ffff:)?127\.[\d.]+)$/
const loopbackName = /^(?:localhost|127\.[\d.]+|\[::1\])$/i

/** Whether an address of a connection is one of this machine. */
export function isLoopback(address: string): boolean {
  return loopbackAddress.test(address)
}

/** Whether the host of a URL, without its port, is a name of this machine. */
export function isLoopbackName(host: string): boolean {
  return loopbackName.test(host)
}
