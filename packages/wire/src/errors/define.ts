/** Defines errors: status and parameters here, texts in the catalogues. */

export type ErrorDefinition = {
  /** The HTTP status of the answer; a call may use another one instead of 200. */
  readonly status: number
  /** Required parameters: the placeholders of its texts, and further values for pages. */
  readonly params?: readonly string[]
  /** Optional parameters. */
  readonly optional?: readonly string[]
}

type Definitions = Readonly<Record<string, ErrorDefinition>>

/** The definitions under their full codes. */
type Prefixed<Area extends string, Errors extends Definitions> = {
  readonly [Name in keyof Errors & string as `${Area}.${Name}`]: Errors[Name]
}

/** Defines the errors of one area; `locked` of `bank` is the code `bank.locked`. */
export function defineErrors<const Area extends string, const Errors extends Definitions>(
  area: Area,
  errors: Errors,
): Prefixed<Area, Errors> {
  const prefixed = Object.entries(errors).map(([name, error]) => [`${area}.${name}`, error])
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the names are built as the type builds them
  return Object.fromEntries(prefixed) as Prefixed<Area, Errors>
}
