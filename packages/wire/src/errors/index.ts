/** All errors that calls can answer: code, status and parameters. */
import { accountsErrors } from './accounts.ts'
import { operatorErrors } from './operators.ts'
import type { ErrorDefinition } from './define.ts'
import { exchangeErrors } from './exchange.ts'
import { identityErrors } from './identity.ts'
import { moneyErrors } from './money.ts'

export type { ErrorDefinition } from './define.ts'

const definitions = {
  ...exchangeErrors,
  ...accountsErrors,
  ...identityErrors,
  ...moneyErrors,
  ...operatorErrors,
}

type Definitions = typeof definitions

/** A defined code. */
export type ErrorCode = keyof Definitions

type ParamNames<Definition, Key extends string> = Definition extends {
  readonly [K in Key]: infer Names extends readonly string[]
}
  ? Names[number]
  : never

/** A value of a parameter in an answer. */
export type ErrorParam = string | number

/** The required parameters of a code; for several codes, those of all. */
export type RequiredParams<Code extends ErrorCode> = ParamNames<Definitions[Code], 'params'>

/** Exactly the parameters of a code. */
export type ErrorParams<Code extends ErrorCode> = {
  readonly [Name in RequiredParams<Code>]: ErrorParam
} & { readonly [Name in ParamNames<Definitions[Code], 'optional'>]?: ErrorParam }

/** Codes whose required parameters are exactly these. */
export type ErrorCodeWith<Name extends string> = {
  [Code in ErrorCode]: [RequiredParams<Code>, Name] extends [Name, RequiredParams<Code>]
    ? Code
    : never
}[ErrorCode]

/** Codes that can be thrown without parameters. */
export type PlainErrorCode = ErrorCodeWith<never>

/** The definitions by code. */
export const errors: Readonly<Record<ErrorCode, ErrorDefinition>> = definitions

/** Whether a text is a defined code. */
export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errors, code)
}
