/** Reading single settings from the environment. */

/** An invalid setting, in one sentence. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
}

/** The environment as a process gets it. */
export type Environment = Readonly<Record<string, string | undefined>>

/** A text; an empty one counts as not set. */
export function readText(env: Environment, name: string, fallback: string): string {
  const value = env[name]
  return value === undefined || value === '' ? fallback : value
}

/** Items separated by commas, without empty ones. */
export function readList(env: Environment, name: string, fallback = ''): readonly string[] {
  return readText(env, name, fallback)
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

/** An integer within both bounds; throws `SettingsError` for anything else. */
export function readNumber(
  env: Environment,
  name: string,
  fallback: number,
  [min, max]: readonly [min: number, max: number],
): number {
  const text = readText(env, name, String(fallback))
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= min && value <= max) return value
  throw new SettingsError(`${name} must be a whole number from ${min} to ${max}, not "${text}".`)
}

/** One of the choices; throws `SettingsError` for anything else. */
export function readChoice<T extends string>(
  env: Environment,
  name: string,
  choices: readonly T[],
  fallback: T,
): T {
  const text = readText(env, name, fallback)
  const choice = choices.find((one) => one === text)
  if (choice !== undefined) return choice
  throw new SettingsError(`${name} must be one of ${choices.join(', ')}, not "${text}".`)
}
