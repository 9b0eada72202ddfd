/** How a refusal is defined: its status and its parameters stand in one place, its texts in the catalogues. */

export type ErrorDefinition = {
  /** The HTTP status of its answer; a call may answer those of 200 with another one. */
  readonly status: number
  /** Parameters that it always has: the places of its texts, and what pages need beyond them. */
  readonly params?: readonly string[]
  /** Parameters that it has sometimes. */
  readonly optional?: readonly string[]
}

type Definitions = Readonly<Record<string, ErrorDefinition>>

/** The definitions under their whole codes. */
type Prefixed<Area extends string, Errors extends Definitions> = {
  readonly [Name in keyof Errors & string as `${Area}.${Name}`]: Errors[Name]
}

/** Defines the errors of one area; `locked` of `bank` is the code `bank.locked`. */
export function defineErrors<const Area extends string, const Errors extends Definitions>(
  area: Area,
  errors: Errors,
): Prefixed<Area, Errors> {
  const whole = Object.entries(errors).map(([name, error]) => [`${area}.${name}`, error])
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the names are built as the type builds them
  return Object.fromEntries(whole) as Prefixed<Area, Errors>
}
