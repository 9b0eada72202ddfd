/**
 * Article bodies as blocks and runs. Untrusted HTML is converted before it is stored, and again before it is
 * shown (ATT-34). Markup is never copied: only texts are read and written again, so the result has these few
 * tags and one attribute.
 */

/** A stretch of text with one format. */
export type BodyRun = {
  readonly text: string
  readonly isStrong: boolean
  readonly isEmphasized: boolean
  /** An address that `outerLink` accepted; null without a link. */
  readonly href: string | null
}

type Runs = readonly BodyRun[]

export type BodyBlock =
  | { readonly kind: 'paragraph' | 'heading'; readonly runs: Runs }
  | { readonly kind: 'list'; readonly isOrdered: boolean; readonly items: readonly Runs[] }

const linkLengthMax = 2_048
/**
 * A host of letters, digits and dots, without user info before it, which could pass for a host; no spaces, no
 * quotes.
 */
const linkGrammar =
  /^https:\/\/[a-z\d](?:[a-z\d.-]*[a-z\d])?(?::\d{1,5})?(?:[/?#][!#-&(-;=?-[\]_a-z~]*)?$/i

/**
 * Returns an external address with a lower-case scheme if it is a valid https address; else null (ATT-35). An
 * http page could be replaced on the way to its reader.
 */
export function outerLink(text: string): string | null {
  const trimmed = text.trim().replace(/^https:/i, (scheme) => scheme.toLowerCase())
  return trimmed.length <= linkLengthMax && linkGrammar.test(trimmed) ? trimmed : null
}

/**
 * Elements whose content is not text of the article: it is dropped with them, to the end of the document if
 * they are not closed.
 */
const droppedWhole = new Set(
  `script style iframe object embed applet svg math template noscript noembed noframes textarea title
   select option button form xmp plaintext audio video canvas head`.split(/\s+/),
)
const headings = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'])
const paragraphs = new Set(
  `p div section article blockquote pre header footer main aside figure figcaption address table tr
   dl dt dd hr br`.split(/\s+/),
)
const strong = new Set(['strong', 'b'])
const emphasized = new Set(['em', 'i'])

const namedEntities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
}

function decoded(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,4}));/gi, (whole, ...found) => {
    const [decimal, hex, name] = found as readonly (string | undefined)[]
    if (name !== undefined) return namedEntities[name.toLowerCase()] ?? whole
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
    return code <= 0x10ffff ? String.fromCodePoint(code) : ' '
  })
}

/** Collapses white space; removes invisible characters and those that change the text direction. */
function visible(text: string): string {
  return text.replace(/[\p{Cf}\p{Cs}]/gu, '').replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
}

type Tag = { readonly name: string; readonly isClosing: boolean; readonly source: string }
type Piece = { readonly text: string; readonly tag: Tag | null; readonly next: number }

/** The end of the tag that begins here: the first `>` outside quotes. */
function findTagEnd(html: string, from: number): number {
  let quote = ''
  for (let at = from; at < html.length; at += 1) {
    const sign = html.charAt(at)
    if (quote !== '') quote = sign === quote ? '' : quote
    else if (sign === '"' || sign === "'") quote = sign
    else if (sign === '>') return at + 1
  }
  return html.length
}

/** The text up to the next tag, and that tag; comments and declarations count as tags without a name. */
function nextPiece(html: string, from: number): Piece {
  let open = html.indexOf('<', from)
  while (open !== -1 && !/[a-z/!?]/i.test(html.charAt(open + 1))) open = html.indexOf('<', open + 1)
  if (open === -1) return { text: html.slice(from), tag: null, next: html.length }
  const text = html.slice(from, open)
  if (html.startsWith('<!--', open)) {
    const end = html.indexOf('-->', open + 4)
    return { text, tag: null, next: end === -1 ? html.length : end + 3 }
  }
  const next = findTagEnd(html, open + 1)
  const source = html.slice(open, next)
  const [, slash = '', name = ''] = /^<(\/?)([a-z][^\s/>]*)/i.exec(source) ?? []
  return { text, tag: { name: name.toLowerCase(), isClosing: slash === '/', source }, next }
}

/** The index after an element whose whole content is dropped. */
function behind(lower: string, name: string, from: number): number {
  const close = lower.indexOf(`</${name}`, from)
  return close === -1 ? lower.length : findTagEnd(lower, close)
}

function readHref(source: string): string | null {
  const found = /[\s/"']href\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(source)
  return outerLink(decoded(found?.[1] ?? found?.[2] ?? found?.[3] ?? ''))
}

type Format = { strong: number; emphasized: number; href: string | null }

/** Collects texts and formats in order and returns the blocks. */
function createWriter() {
  const blocks: BodyBlock[] = []
  let runs: BodyRun[] = []
  let kind: 'paragraph' | 'heading' | 'item' = 'paragraph'
  let isOrdered = false
  let isNewList = false

  const end = (): void => {
    const last = runs.pop()
    if (last !== undefined) {
      const text = last.text.trimEnd()
      if (text !== '') runs.push({ ...last, text })
    }
    const done = runs
    runs = []
    if (done.length === 0) return
    const open = blocks.at(-1)
    if (kind !== 'item') blocks.push({ kind, runs: done })
    else if (open?.kind === 'list' && !isNewList && open.isOrdered === isOrdered) {
      blocks[blocks.length - 1] = { ...open, items: [...open.items, done] }
    } else blocks.push({ kind: 'list', isOrdered, items: [done] })
    isNewList = false
  }

  return {
    blocks,
    end,
    begin(next: typeof kind): void {
      end()
      kind = next
    },
    list(next: boolean): void {
      end()
      kind = 'paragraph'
      isOrdered = next
      isNewList = true
    },
    isInItem: () => kind === 'item',
    text(source: string, format: Format): void {
      const before = runs.at(-1)
      const isStart = before === undefined || before.text.endsWith(' ')
      const text = isStart ? source.trimStart() : source
      if (text === '') return
      const run = {
        text,
        isStrong: format.strong > 0,
        isEmphasized: format.emphasized > 0,
        href: format.href,
      }
      if (before !== undefined && isSameFormat(before, run)) {
        runs[runs.length - 1] = { ...before, text: before.text + text }
      } else runs.push(run)
    },
  }
}

function isSameFormat(one: BodyRun, other: BodyRun): boolean {
  return (
    one.isStrong === other.isStrong &&
    one.isEmphasized === other.isEmphasized &&
    one.href === other.href
  )
}

/** Reads any HTML as blocks; everything except our blocks, runs and safe links is removed. Never throws. */
export function readArticleBody(html: string): readonly BodyBlock[] {
  // Only A to Z are lowered, so that the length stays the same; some letters get longer in lower case.
  const lower = html.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  const writer = createWriter()
  const format: Format = { strong: 0, emphasized: 0, href: null }
  for (let at = 0; at < html.length; ) {
    const { text, tag, next } = nextPiece(html, at)
    writer.text(visible(decoded(text)), format)
    at = next
    if (tag === null || tag.name === '') continue
    if (droppedWhole.has(tag.name)) {
      if (!tag.isClosing) at = behind(lower, tag.name, next)
    } else applyTag(tag, writer, format)
  }
  writer.end()
  return writer.blocks
}

function applyTag(
  { name, isClosing, source }: Tag,
  writer: ReturnType<typeof createWriter>,
  format: Format,
): void {
  const depth = (now: number) => Math.max(0, now + (isClosing ? -1 : 1))
  if (strong.has(name)) format.strong = depth(format.strong)
  else if (emphasized.has(name)) format.emphasized = depth(format.emphasized)
  else if (name === 'a') format.href = isClosing ? null : readHref(source)
  else if (name === 'ul' || name === 'ol') writer.list(!isClosing && name === 'ol')
  else if (name === 'li') writer.begin(isClosing ? 'paragraph' : 'item')
  else if (headings.has(name)) writer.begin(isClosing ? 'paragraph' : 'heading')
  else if (paragraphs.has(name) && !writer.isInItem()) writer.begin('paragraph')
  else if (paragraphs.has(name)) writer.text(' ', format)
}

const marks: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (mark) => marks[mark] ?? mark)

function runHtml({ text, isStrong, isEmphasized, href }: BodyRun): string {
  let html = escaped(text)
  if (isEmphasized) html = `<em>${html}</em>`
  if (isStrong) html = `<strong>${html}</strong>`
  return href === null ? html : `<a href="${escaped(href)}" rel="noopener noreferrer">${html}</a>`
}

const runsHtml = (runs: Runs): string => runs.map(runHtml).join('')

/** Writes blocks as HTML with `p`, `h3`, `ul`, `ol`, `li`, `strong`, `em` and `a` only. */
export function writeArticleBody(blocks: readonly BodyBlock[]): string {
  return blocks
    .map((block) => {
      if (block.kind !== 'list') {
        const tag = block.kind === 'heading' ? 'h3' : 'p'
        return `<${tag}>${runsHtml(block.runs)}</${tag}>`
      }
      const list = block.isOrdered ? 'ol' : 'ul'
      return `<${list}>${block.items.map((item) => `<li>${runsHtml(item)}</li>`).join('')}</${list}>`
    })
    .join('')
}

/** The text of a body without its headings, for an extract. */
export function bodyText(blocks: readonly BodyBlock[]): string {
  return blocks
    .flatMap((block) => {
      if (block.kind === 'list') return block.items
      return block.kind === 'heading' ? [] : [block.runs]
    })
    .map((runs) => runs.map(({ text }) => text).join(''))
    .join(' ')
}
