/** The row that the code expects, from its type. */
import { type Checker, SymbolFlags, type Type, TypeFlags } from 'typescript/unstable/sync'

/** The JavaScript type of a value: `string`, `number[]`, `Buffer`; `any` if the code leaves it open. */
export type RowField = {
  readonly kinds: ReadonlySet<string>
  readonly mayBeNull: boolean
  readonly mayBeAbsent: boolean
}

/** Fields by name; null if the code names none. */
export type RowType = ReadonlyMap<string, RowField> | null

/** The fields of a type, as the driver must return them. */
export function rowOf(checker: Checker, type: Type): RowType {
  const properties = checker.getPropertiesOfType(type)
  if (properties.length === 0) return null
  const types = checker.getTypeOfSymbol(properties)
  return new Map(
    properties.map((property, at) => {
      const found = types[at]
      const mayBeAbsent = (property.flags & SymbolFlags.Optional) !== 0
      return [property.name, { ...fieldOf(checker, found), mayBeAbsent }]
    }),
  )
}

function fieldOf(checker: Checker, type: Type | undefined): Omit<RowField, 'mayBeAbsent'> {
  const types = type?.isUnionType() === true ? (type.getTypes() ?? []) : type ? [type] : []
  const nothing = TypeFlags.Null | TypeFlags.Undefined
  const kinds = types
    .filter(({ flags }) => (flags & nothing) === 0)
    .map((one) => kindOf(checker, one))
  const mayBeNull = types.some(({ flags }) => (flags & (nothing | TypeFlags.AnyOrUnknown)) !== 0)
  return { kinds: new Set(kinds), mayBeNull }
}

function kindOf(checker: Checker, type: Type): string {
  if ((type.flags & TypeFlags.AnyOrUnknown) !== 0) return 'any'
  if ((type.flags & TypeFlags.StringLike) !== 0) return 'string'
  if ((type.flags & TypeFlags.NumberLike) !== 0) return 'number'
  if ((type.flags & TypeFlags.BooleanLike) !== 0) return 'boolean'
  if (type.isIntersectionType()) {
    const kinds = (type.getTypes() ?? []).map((one) => kindOf(checker, one))
    return kinds.find((kind) => /^(?:string|number|boolean)$/.test(kind)) ?? 'object'
  }
  if (checker.isArrayLikeType(type) && type.isTypeReference()) {
    const [item] = checker.getTypeArguments(type)
    const kinds = [...fieldOf(checker, item).kinds]
    return `${kinds.length === 1 ? kinds[0] : 'any'}[]`
  }
  const name = type.getSymbol()?.name
  return name === 'Buffer' || name === 'Date' ? name : 'object'
}
