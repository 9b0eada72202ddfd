/** Finds where two plain values differ. */

/** The path of the first difference and both values, or null if there is none. */
export function findDifference(core: unknown, oracle: unknown, path = ''): string | null {
  if (Object.is(core, oracle) || core === oracle) return null
  if (typeof core !== 'object' || typeof oracle !== 'object' || core === null || oracle === null) {
    return `${path}: core ${JSON.stringify(core)}, oracle ${JSON.stringify(oracle)}`
  }
  const coreNames = Object.keys(core)
  if (coreNames.length !== Object.keys(oracle).length) {
    return `${path}: core ${JSON.stringify(core)}, oracle ${JSON.stringify(oracle)}`
  }
  for (const name of coreNames) {
    const found = findDifference(
      Reflect.get(core, name),
      Reflect.get(oracle, name),
      `${path}.${name}`,
    )
    if (found !== null) return found
  }
  return null
}
