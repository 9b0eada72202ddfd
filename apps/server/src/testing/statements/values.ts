/** The values of folded expressions, and operations on them. */
import {
  type ArrowFunction,
  type FunctionDeclaration,
  type FunctionExpression,
  SyntaxKind,
} from 'typescript/unstable/ast'

/** Thrown if an expression has no value before run time. */
export class Unfoldable extends Error {
  override readonly name = 'Unfoldable'
}

/** Thrown if an alternative throws, so that nothing is sent. */
export class Impossible extends Error {
  override readonly name = 'Impossible'
}

export type Thunk = () => Value
export type Scope = ReadonlyMap<string, Thunk>

/** A function with its scope. */
export class Closure {
  readonly code: Callable
  readonly scope: Scope
  constructor(code: Callable, scope: Scope) {
    this.code = code
    this.scope = scope
  }
}

/** An object whose fields are folded when they are read. */
export class Fields {
  readonly byName: ReadonlyMap<string, Thunk>
  constructor(byName: ReadonlyMap<string, Thunk>) {
    this.byName = byName
  }
}

export type Value =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly Value[]
  | Closure
  | Fields

export type Callable = ArrowFunction | FunctionDeclaration | FunctionExpression

/** The items of a list. */
export function listOf(value: Value): readonly Value[] {
  if (isList(value)) return value
  throw new Unfoldable('is no list before it runs')
}

export function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value)
}

/** A value as part of a text. */
export function shown(value: Value): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  if (isList(value)) return value.map(shown).join(',')
  throw new Unfoldable('is no text before it runs')
}

/** A field of an object. */
export function partOf(owner: Value, name: string): Value {
  if (owner instanceof Fields) return owner.byName.get(name)?.()
  if (isList(owner) && name === 'length') return owner.length
  throw new Unfoldable(`has no field ${name} before it runs`)
}

/** The result of a method of `Object`. */
export function ofObject(method: string, value: Value): Value {
  if (!(value instanceof Fields)) throw new Unfoldable(`Object.${method} of what is unknown`)
  const names = [...value.byName.keys()]
  if (method === 'keys') return names
  if (method === 'values') return names.map((name) => partOf(value, name))
  if (method === 'entries') return names.map((name) => [name, partOf(value, name)])
  throw new Unfoldable(`Object.${method}`)
}

/** The result of a method of a text. */
export function ofText(text: string, method: string, given: readonly Thunk[]): Value {
  const [first, second] = given.map((one) => shown(one()))
  if (method === 'replaceAll' && first !== undefined && second !== undefined) {
    return text.replaceAll(first, second)
  }
  if (method === 'split' && first !== undefined) return text.split(first)
  if (method === 'trim') return text.trim()
  throw new Unfoldable(`a text's ${method}`)
}

/** The result of a method of a list; `apply` calls the given function. */
export function ofList(
  list: readonly Value[],
  method: string,
  given: readonly Thunk[],
  apply: (called: Value, given: readonly Thunk[]) => Value,
): Value {
  const [first] = given
  if (method === 'join') return list.map(shown).join(first === undefined ? ',' : shown(first()))
  const call = (...values: Value[]): Value =>
    apply(
      first?.(),
      values.map((value) => () => value),
    )
  if (method === 'map') return list.map((item, at) => call(item, at))
  if (method === 'flatMap') return list.flatMap((item, at) => call(item, at))
  if (method === 'filter') return list.filter((item, at) => call(item, at) === true)
  if (method === 'includes') return list.includes(first?.())
  throw new Unfoldable(`a list's ${method}`)
}

/** The result of an operator on two numbers. */
export function arithmetic(operator: SyntaxKind, left: number, right: number): number {
  if (operator === SyntaxKind.PlusToken) return left + right
  if (operator === SyntaxKind.MinusToken) return left - right
  if (operator === SyntaxKind.AsteriskToken) return left * right
  if (operator === SyntaxKind.SlashToken) return left / right
  throw new Unfoldable('an operator')
}
