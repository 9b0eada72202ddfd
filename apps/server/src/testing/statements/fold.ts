/**
 * Evaluates expressions without running them: the possible texts of a template, over each table, condition
 * and caller of its parts. Values that are known at run time only are `Unfoldable`.
 */
import {
  type BinaryExpression,
  type BindingElement,
  type CallExpression,
  type ElementAccessExpression,
  type Node,
  NodeFlags,
  type ObjectLiteralExpression,
  type ParameterDeclaration,
  type PropertyAccessExpression,
  SyntaxKind,
  type VariableDeclaration,
} from 'typescript/unstable/ast'
import * as is from 'typescript/unstable/ast/is'
import { type Project, type Symbol, type Type, TypeFlags } from 'typescript/unstable/sync'
import type { CallIndex } from './call-index.ts'
import { Choices } from './choices.ts'
import { bindPattern, fieldOf, isCallable, nameOf, positionOf, textOf, throws } from './nodes.ts'
import { Symbols } from './symbols.ts'
import {
  arithmetic,
  Closure,
  Fields,
  Impossible,
  isList,
  listOf,
  ofList,
  ofObject,
  ofText,
  partOf,
  type Scope,
  shown,
  type Thunk,
  Unfoldable,
  type Value,
} from './values.ts'

const everywhere: Scope = new Map()
const depthMax = 60
const constants: ReadonlyMap<SyntaxKind, Value> = new Map([
  [SyntaxKind.TrueKeyword, true],
  [SyntaxKind.FalseKeyword, false],
  [SyntaxKind.NullKeyword, null],
])

/** Folds expressions of one project. */
export class Folder {
  readonly #project: Project
  readonly #symbols: Symbols
  readonly #choices = new Choices()
  #depth = 0

  constructor(project: Project, calls: CallIndex) {
    this.#project = project
    this.#symbols = new Symbols(project, calls)
  }

  /** Calls `work` once for each combination of choices; a condition has one value within one call. */
  alternatives<T>(work: () => T): readonly T[] {
    return this.#choices.alternatives(work)
  }

  /** The value of an expression in the current alternative. */
  valueOf(node: Node, scope: Scope = everywhere): Value {
    this.#depth += 1
    try {
      if (this.#depth > depthMax) throw new Unfoldable('is nested too deeply')
      return this.#fold(node, scope)
    } finally {
      this.#depth -= 1
    }
  }

  /** The call of a function in the current alternative. */
  callerOf(code: Node): CallExpression {
    const calls = this.#symbols.callsOf(code)
    const call = calls[this.#choices.choose(`${positionOf(code)} caller`, calls.length)]
    if (call === undefined) throw new Unfoldable(`has no caller: ${textOf(code).slice(0, 60)}`)
    return call
  }

  #fold(node: Node, scope: Scope): Value {
    if (is.isStringLiteral(node) || is.isNoSubstitutionTemplateLiteral(node)) return node.text
    if (is.isNumericLiteral(node)) return Number(node.text)
    if (constants.has(node.kind)) return constants.get(node.kind)
    if (is.isTemplateExpression(node)) {
      const spans = node.templateSpans.map(
        (span) => this.#piece(span.expression, scope) + span.literal.text,
      )
      return node.head.text + spans.join('')
    }
    if (
      is.isParenthesizedExpression(node) ||
      is.isAsExpression(node) ||
      is.isSatisfiesExpression(node) ||
      is.isNonNullExpression(node)
    ) {
      return this.valueOf(node.expression, scope)
    }
    if (is.isIdentifier(node)) return this.#name(node, scope)
    if (is.isPropertyAccessExpression(node)) return this.#member(node, node.name.text, scope)
    if (is.isElementAccessExpression(node)) return this.#at(node, scope)
    if (is.isConditionalExpression(node)) {
      const isTrue = this.#condition(node.condition, scope)
      return this.valueOf(isTrue ? node.whenTrue : node.whenFalse, scope)
    }
    if (is.isBinaryExpression(node)) return this.#binary(node, scope)
    if (is.isArrayLiteralExpression(node)) {
      return node.elements.flatMap((one) =>
        is.isSpreadElement(one)
          ? listOf(this.#owner(one.expression, scope))
          : [this.valueOf(one, scope)],
      )
    }
    if (is.isObjectLiteralExpression(node)) return this.#object(node, scope)
    if (isCallable(node)) return new Closure(node, scope)
    if (is.isCallExpression(node)) return this.#call(node, scope)
    throw new Unfoldable(`unknown before it runs: ${textOf(node)}`)
  }

  #piece(node: Node, scope: Scope): string {
    try {
      return shown(this.valueOf(node, scope))
    } catch (error) {
      // Any number gives the same row type.
      const flags = this.#project.checker.getTypeAtLocation(node)?.flags ?? TypeFlags.None
      if (!(error instanceof Unfoldable) || (flags & TypeFlags.NumberLike) === 0) throw error
      return '1'
    }
  }

  #condition(node: Node, scope: Scope): boolean {
    try {
      return Boolean(this.valueOf(node, scope))
    } catch (error) {
      if (!(error instanceof Unfoldable)) throw error
      return this.#choices.choose(textOf(node) + positionOf(node.getSourceFile()), 2) === 0
    }
  }

  #name(node: Node, scope: Scope): Value {
    const text = textOf(node)
    if (text === 'undefined') return undefined
    const symbol = this.#symbols.symbolOf(node)
    const declaration = symbol?.valueDeclaration?.resolve(this.#project)
    if (symbol === undefined || declaration === undefined) {
      throw new Unfoldable(`is declared nowhere: ${text}`)
    }
    return this.#declared(declaration, symbol, scope)
  }

  #declared(declaration: Node, symbol: Symbol, scope: Scope): Value {
    const bound = scope.get(positionOf(declaration))
    if (bound !== undefined) return bound()
    if (is.isFunctionDeclaration(declaration)) return new Closure(declaration, scope)
    if (is.isVariableDeclaration(declaration)) return this.#variable(declaration, symbol, scope)
    try {
      if (is.isParameterDeclaration(declaration)) return this.#parameter(declaration, scope)
      if (is.isBindingElement(declaration)) return this.#element(declaration, scope)
    } catch (error) {
      const literal = this.#literal(this.#symbols.typeOf(symbol), positionOf(declaration))
      if (!(error instanceof Unfoldable) || literal === null) throw error
      return literal.value
    }
    throw new Unfoldable(`unknown before it runs: ${textOf(declaration)}`)
  }

  /** The value of an element of a binding pattern. */
  #element(declaration: BindingElement, scope: Scope): Value {
    const pattern = declaration.parent
    const owner = this.#bound(pattern.parent, scope)
    const value = is.isArrayBindingPattern(pattern)
      ? listOf(owner)[pattern.elements.findIndex((one) => one === declaration)]
      : partOf(owner, fieldOf(declaration))
    return value === undefined && declaration.initializer !== undefined
      ? this.valueOf(declaration.initializer, scope)
      : value
  }

  /** The value that a binding pattern destructures. */
  #bound(owner: Node, scope: Scope): Value {
    const bound = scope.get(positionOf(owner))
    if (bound !== undefined) return bound()
    if (is.isParameterDeclaration(owner)) return this.#parameter(owner, scope)
    if (is.isVariableDeclaration(owner)) {
      if (owner.initializer !== undefined) return this.valueOf(owner.initializer, scope)
      return this.#iterated(owner, scope)
    }
    throw new Unfoldable(`unknown before it runs: ${textOf(owner)}`)
  }

  #variable(declaration: VariableDeclaration, symbol: Symbol, scope: Scope): Value {
    if ((declaration.parent.flags & NodeFlags.Const) === 0) {
      throw new Unfoldable(`changes: ${textOf(declaration.name)}`)
    }
    if (declaration.initializer === undefined) return this.#iterated(declaration, scope)
    try {
      return this.valueOf(declaration.initializer, scope)
    } catch (error) {
      const literal = this.#literal(this.#symbols.typeOf(symbol), positionOf(declaration))
      if (!(error instanceof Unfoldable) || literal === null) throw error
      return literal.value
    }
  }

  /** One item of the iterated value of a loop. */
  #iterated(declaration: Node, scope: Scope): Value {
    const loop = declaration.parent.parent
    if (!is.isForOfStatement(loop)) throw new Unfoldable(`has no value: ${textOf(declaration)}`)
    return this.#oneOf(this.valueOf(loop.expression, scope), positionOf(declaration))
  }

  #oneOf(list: Value, key: string): Value {
    const items = listOf(list)
    if (items.length === 0) throw new Unfoldable('goes through nothing')
    return items[this.#choices.choose(key, items.length)]
  }

  #parameter(declaration: ParameterDeclaration, scope: Scope): Value {
    const code = declaration.parent
    if (!isCallable(code) && !is.isMethodDeclaration(code)) {
      throw new Unfoldable(`is given at run time: ${textOf(declaration)}`)
    }
    const index = code.parameters.indexOf(declaration)
    const given = code.parent
    if (is.isCallExpression(given) && is.isPropertyAccessExpression(given.expression)) {
      if (!/^(?:map|flatMap|forEach|filter)$/.test(given.expression.name.text) || index !== 0) {
        throw new Unfoldable(`is given at run time: ${textOf(declaration)}`)
      }
      const list = this.valueOf(given.expression.expression, scope)
      return this.#oneOf(list, positionOf(declaration))
    }
    const call = this.callerOf(code)
    const argument = call.arguments[index]
    if (argument !== undefined) return this.valueOf(argument)
    return declaration.initializer === undefined
      ? undefined
      : this.valueOf(declaration.initializer, scope)
  }

  /** One literal of a union type; null if the type has other members. */
  #literal(type: Type | undefined, key: string): { readonly value: Value } | null {
    const types = type?.isUnionType() === true ? (type.getTypes() ?? []) : [type]
    const values = types.flatMap((one) => (one?.isLiteralType() === true ? [one.value] : []))
    if (values.length === 0 || values.length < types.length) return null
    const value = values[this.#choices.choose(key, values.length)]
    return typeof value === 'bigint' ? null : { value }
  }

  #member(node: PropertyAccessExpression, name: string, scope: Scope): Value {
    try {
      return partOf(this.valueOf(node.expression, scope), name)
    } catch (error) {
      const type = this.#project.checker.getTypeAtLocation(node)
      const literal = this.#literal(type, textOf(node) + positionOf(node.getSourceFile()))
      if (!(error instanceof Unfoldable) || literal === null) throw error
      return literal.value
    }
  }

  #at(node: ElementAccessExpression, scope: Scope): Value {
    const owner = this.valueOf(node.expression, scope)
    try {
      const at = this.valueOf(node.argumentExpression, scope)
      return typeof at === 'number' ? listOf(owner)[at] : partOf(owner, shown(at))
    } catch (error) {
      // If the key is known at run time only, each field is possible.
      if (!(error instanceof Unfoldable) || !(owner instanceof Fields)) throw error
      const all = [...owner.byName.values()]
      return all[this.#choices.choose(positionOf(node), all.length)]?.()
    }
  }

  #object(node: ObjectLiteralExpression, scope: Scope): Fields {
    const fields = new Map<string, Thunk>()
    for (const one of node.properties) {
      if (is.isSpreadAssignment(one)) {
        const spread = this.valueOf(one.expression, scope)
        if (!(spread instanceof Fields)) throw new Unfoldable('spreads what is unknown')
        for (const [name, thunk] of spread.byName) fields.set(name, thunk)
      } else if (is.isPropertyAssignment(one)) {
        const { initializer } = one
        fields.set(nameOf(one.name), () => this.valueOf(initializer, scope))
      } else if (is.isShorthandPropertyAssignment(one)) {
        fields.set(textOf(one.name), () => this.#name(one.name, scope))
      }
    }
    return new Fields(fields)
  }

  #binary(node: BinaryExpression, scope: Scope): Value {
    const operator = node.operatorToken.kind
    if (operator === SyntaxKind.QuestionQuestionToken) {
      return this.valueOf(node.left, scope) ?? this.valueOf(node.right, scope)
    }
    const left = this.valueOf(node.left, scope)
    if (operator === SyntaxKind.AmpersandAmpersandToken) {
      return left === false ? left : this.valueOf(node.right, scope)
    }
    if (operator === SyntaxKind.BarBarToken) {
      return left === true ? left : this.valueOf(node.right, scope)
    }
    const right = this.valueOf(node.right, scope)
    if (operator === SyntaxKind.EqualsEqualsEqualsToken) return left === right
    if (operator === SyntaxKind.ExclamationEqualsEqualsToken) return left !== right
    if (typeof left === 'number' && typeof right === 'number')
      return arithmetic(operator, left, right)
    if (operator === SyntaxKind.PlusToken && typeof left === 'string') {
      return left + shown(right)
    }
    throw new Unfoldable(`unknown before it runs: ${textOf(node)}`)
  }

  #call(node: CallExpression, scope: Scope): Value {
    const { expression } = node
    const given = node.arguments.map((argument) => () => this.valueOf(argument, scope))
    if (is.isPropertyAccessExpression(expression)) {
      const owner = textOf(expression.expression)
      const method = expression.name.text
      if (owner === 'Object') return ofObject(method, given[0]?.())
      const on = this.#owner(expression.expression, scope)
      if (typeof on === 'string') return ofText(on, method, given)
      if (isList(on))
        return ofList(on, method, given, (called, values) => this.#apply(called, values))
      return this.#apply(partOf(on, method), given)
    }
    return this.#apply(this.valueOf(expression, scope), given)
  }

  /** A list that only a request has, such as its filters, is tried as empty. */
  #owner(node: Node, scope: Scope): Value {
    try {
      return this.valueOf(node, scope)
    } catch (error) {
      const { checker } = this.#project
      const type = checker.getTypeAtLocation(node)
      if (!(error instanceof Unfoldable) || type === undefined || !checker.isArrayLikeType(type)) {
        throw error
      }
      return []
    }
  }

  #apply(called: Value, given: readonly Thunk[]): Value {
    if (!(called instanceof Closure)) throw new Unfoldable('calls what is unknown')
    const scope = new Map(called.scope)
    called.code.parameters.forEach((parameter, at) => {
      const argument = given[at]
      const { initializer, name, dotDotDotToken } = parameter
      const value: Thunk = () => {
        if (dotDotDotToken !== undefined) return given.slice(at).map((one) => one())
        const found = argument?.()
        return found === undefined && initializer !== undefined
          ? this.valueOf(initializer, scope)
          : found
      }
      scope.set(positionOf(parameter), value)
      bindPattern(name, value, scope)
    })
    const { body } = called.code
    if (body === undefined) throw new Unfoldable('has no body')
    if (!is.isBlock(body)) return this.valueOf(body, scope)
    const returned = this.#run(body.statements, scope)
    if (returned === null) throw new Unfoldable('returns nothing')
    return returned.value
  }

  /** A branch that throws sends no statement, so its condition is excluded. */
  #refuse(condition: Node, scope: Scope): void {
    try {
      if (this.valueOf(condition, scope) !== true) return
    } catch (error) {
      if (error instanceof Unfoldable) return
      throw error
    }
    throw new Impossible('ends in an error')
  }

  #run(statements: readonly Node[], scope: Scope): { readonly value: Value } | null {
    for (const statement of statements) {
      if (is.isReturnStatement(statement)) {
        const { expression } = statement
        return { value: expression === undefined ? undefined : this.valueOf(expression, scope) }
      }
      if (is.isIfStatement(statement)) {
        if (throws(statement.thenStatement)) {
          this.#refuse(statement.expression, scope)
          continue
        }
        const isTrue = this.#condition(statement.expression, scope)
        const branch = isTrue ? statement.thenStatement : statement.elseStatement
        if (branch === undefined) continue
        const returned = this.#run(is.isBlock(branch) ? branch.statements : [branch], scope)
        if (returned !== null) return returned
      } else if (!is.isVariableStatement(statement)) {
        throw new Unfoldable(`does more than return: ${textOf(statement).slice(0, 60)}`)
      }
    }
    return null
  }
}
