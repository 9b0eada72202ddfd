/** A product object of which a test replaces single members. */

/** A proxy of the object in which these members are replaced. */
export function overriding<T extends object>(whole: T, members: Partial<T>): T {
  return new Proxy(whole, {
    get(target, name) {
      const value: unknown = Reflect.get(name in members ? members : target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
