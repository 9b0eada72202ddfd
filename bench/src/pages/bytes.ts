/** What each page loads before it can be used, as sent by the server: Brotli, and gzip for comparison. */
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import path from 'node:path'
import type { Figure } from '../report.ts'
import { root } from '../report.ts'

const kilobyte = 1_000

type Encoding = 'br' | 'gzip'
type PageFiles = {
  readonly name: string
  readonly budgetKb: number
  readonly scripts: readonly string[]
  readonly styles: readonly string[]
  readonly later: readonly string[]
}
type Weighed = { readonly cssBudgetKb: number; readonly pages: readonly PageFiles[] }

/** The files of each page, from the web app's own weighing. */
function pageFiles(): Weighed {
  const scale = path.join(root, 'apps/web/build/bytes.mjs')
  return JSON.parse(
    execFileSync(process.execPath, [scale, '--files'], { encoding: 'utf8' }),
  ) as Weighed
}

/** Bytes of a file's body as transferred. */
async function sentBytes(url: string, encoding: Encoding): Promise<number> {
  const request = get(url, { headers: { 'accept-encoding': encoding } })
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.statusCode}`)
  let bytes = 0
  for await (const chunk of answer) bytes += (chunk as Buffer).length
  return bytes
}

/** A row for each page's scripts, and the page with the heaviest styles. */
export async function bytesFigures(base: string): Promise<Figure[]> {
  const { cssBudgetKb, pages } = pageFiles()
  const known = new Map<string, Promise<number>>()
  const sum = async (files: readonly string[], encoding: Encoding): Promise<number> => {
    let bytes = 0
    for (const file of files) {
      const key = `${encoding} ${file}`
      const sent = known.get(key) ?? sentBytes(`${base}/${file}`, encoding)
      known.set(key, sent)
      bytes += await sent
    }
    return bytes / kilobyte
  }
  const figures: Figure[] = []
  const styles: { readonly name: string; readonly kb: number }[] = []
  for (const { name, budgetKb, scripts, styles: sheets } of pages) {
    figures.push({
      what: `JavaScript at first load: ${name}`,
      value: await sum(scripts, 'br'),
      unit: 'kB Brotli',
      reference: { what: 'gzip, kB', value: await sum(scripts, 'gzip') },
      goal: { of: 'value', atMost: budgetKb },
    })
    styles.push({ name, kb: await sum(sheets, 'br') })
  }
  const [heaviest] = styles.toSorted((a, b) => b.kb - a.kb)
  if (heaviest === undefined) return figures
  return [
    ...figures,
    {
      what: `CSS at first load, the most: ${heaviest.name}`,
      value: heaviest.kb,
      unit: 'kB Brotli',
      goal: { of: 'value', atMost: cssBudgetKb },
    },
  ]
}
