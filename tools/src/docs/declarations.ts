/** Reads documented type declarations and setting lists from source text. */

export type Declared = {
  readonly name: string
  readonly doc: string
  /** Its `kind` in the journal. */
  readonly kind: string
  readonly fields: readonly { readonly name: string; readonly type: string; readonly doc: string }[]
}

/** Every exported object type of a module that has a `kind`, in the order of the source. */
export function kindsIn(text: string): readonly Declared[] {
  return declarationsIn(text).flatMap(({ name, doc, body }) => {
    const kind = /readonly kind: '(\w+)'/.exec(body)?.[1]
    if (kind === undefined) return []
    return [{ name, doc, kind, fields: parseFields(body).filter((field) => field.name !== 'kind') }]
  })
}

type Block = { readonly name: string; readonly doc: string; readonly body: string }

function declarationsIn(text: string): readonly Block[] {
  const blocks: Block[] = []
  for (const match of text.matchAll(/^export type (\w+) = ([^\n]*\{)/gm)) {
    const [head = '', name = ''] = match
    const body = text.slice(match.index + head.length)
    const end = head.endsWith('{') ? bodyEnd(body) : 0
    blocks.push({ name, doc: docBefore(text, match.index), body: body.slice(0, end) })
  }
  return blocks
}

function bodyEnd(body: string): number {
  let depth = 1
  for (let i = 0; i < body.length; i++) {
    if (body[i] === '{') depth++
    if (body[i] === '}') depth--
    if (depth === 0) return i
  }
  return body.length
}

function docBefore(text: string, at: number): string {
  const [doc = ''] = /\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n$/.exec(text.slice(0, at)) ?? []
  return plain(doc)
}

function plain(doc: string): string {
  return doc
    .replaceAll(/^\s*\/?\*+\/?|\*\/\s*$/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

function parseFields(body: string): Declared['fields'] {
  const field = /(\/\*\*(?:(?!\*\/)[\s\S])*\*\/)?\s*readonly (\w+)(\??): ([^\n;]+)/g
  return [...body.matchAll(field)].map(([, doc = '', name = '', mark = '', type = '']) => ({
    name: `${name}${mark}`,
    type: type.replace(/ \}$/, '').trim(),
    doc: plain(doc),
  }))
}

export type Setting = { readonly name: string; readonly default: string; readonly meaning: string }

const quoted = `'[^'\\n]*'|"[^"\\n]*"`
/** A long text is a concatenation of literals. */
const texts = `(?:${quoted})(?:\\s*\\+\\s*(?:${quoted}))*`
const settingItem = new RegExp(
  `name: (${quoted}),\\s*default:\\s*(${quoted}|\\w+),\\s*meaning:\\s*(${texts})`,
  'g',
)

/**
 * The documented settings, from the readers of the environment. A default may be a constant of the same text;
 * throws if one cannot be parsed, so that none is missed.
 */
export function settingsIn(text: string): readonly Setting[] {
  const settings = [...text.matchAll(settingItem)].map(
    ([, name = '', byDefault = '', meaning = '']) => ({
      name: name.slice(1, -1),
      default: /^\w/.test(byDefault) ? constantIn(text, byDefault) : byDefault.slice(1, -1),
      meaning: [...meaning.matchAll(new RegExp(quoted, 'g'))]
        .map(([part]) => part.slice(1, -1))
        .join(''),
    }),
  )
  const described = [...text.matchAll(/\bmeaning:(?! string)/g)].length
  if (described !== settings.length) {
    throw new Error(
      `${described - settings.length} documented settings cannot be read from the source`,
    )
  }
  return settings
}

function constantIn(text: string, name: string): string {
  const value = new RegExp(`^const ${name} =\\s*(${quoted})$`, 'm').exec(text)?.[1]
  if (value === undefined)
    throw new Error(`the default ${name} is not a constant text of the same file`)
  return value.slice(1, -1)
}
