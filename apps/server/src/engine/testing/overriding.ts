/** A product object of which a test replaces single members. */

/** The same object, but for these members. */
export function overriding<T extends object>(whole: T, members: Partial<T>): T {
  return new Proxy(whole, {
    get(target, name) {
      const value: unknown = Reflect.get(name in members ? members : target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
