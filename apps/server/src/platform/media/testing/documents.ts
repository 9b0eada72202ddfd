/** PDFs for tests: valid ones, and hostile ones. */

/** A PDF of these objects, numbered from 1; the first is the catalog. */
export function documentOf(objects: readonly string[], trailer = ''): Buffer {
  let text = '%PDF-1.7\n'
  const places = objects.map((object, at) => {
    const place = text.length
    text += `${at + 1} 0 obj\n${object}\nendobj\n`
    return place
  })
  const table = text.length
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`
  for (const place of places) text += `${String(place).padStart(10, '0')} 00000 n \n`
  text += `trailer\n<</Size ${objects.length + 1}/Root 1 0 R${trailer}>>\nstartxref\n${table}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}

/** The object of a stream. */
export function streamOf(content: string, entries = ''): string {
  return `<<${entries}/Length ${content.length}>>\nstream\n${content}\nendstream`
}

export type PagesOf = {
  readonly count?: number
  /** The width in points. */
  readonly width?: number
  readonly height?: number
  /** The key of the catalog. */
  readonly catalog?: string
  /** Numbered from 5 on. */
  readonly more?: readonly string[]
}

/** Pages whose left half is red. */
export function pagesOf({
  count = 1,
  width = 595,
  height = 842,
  catalog = '',
  more = [],
}: PagesOf): Buffer {
  const kids = '3 0 R '.repeat(count)
  const box = `[0 0 ${width} ${height}]`
  return documentOf([
    `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    `<</Type/Pages/Kids[${kids}]/Count ${count}>>`,
    `<</Type/Page/Parent 2 0 R/MediaBox${box}/Contents 4 0 R/Resources<</XObject<</F 5 0 R>>>>>>`,
    streamOf(`1 0 0 rg 0 0 ${width / 2} ${height} re f`),
    ...more,
  ])
}

/** A password-protected one. */
export function lockedDocument(): Buffer {
  const bytes = '41'.repeat(32)
  const lock = `<</Filter/Standard/V 1/R 2/O<${bytes}>/U<${bytes}>/P -4>>`
  return documentOf(
    [
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>',
      lock,
    ],
    `/Encrypt 4 0 R/ID[<${bytes}><${bytes}>]`,
  )
}

/** Nested forms that no machine can finish drawing. */
export function endlessDocument(): Buffer {
  const depth = 9
  const form = (at: number): string => {
    const inside = at < depth ? '/F Do '.repeat(60) : '0 0 500 500 re f '.repeat(60)
    const resources = at < depth ? `/Resources<</XObject<</F ${at + 5} 0 R>>>>` : ''
    return streamOf(inside, `/Type/XObject/Subtype/Form/BBox[0 0 595 842]${resources}`)
  }
  return documentOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</XObject<</F 5 0 R>>>>>>',
    streamOf('/F Do'),
    ...Array.from({ length: depth }, (_, at) => form(at + 1)),
  ])
}
