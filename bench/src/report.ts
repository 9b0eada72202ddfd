/**
 * The result of a benchmark: figures beside their reference of the same run, with floor and goal. Sections
 * are stored in docs/measured/bench.json, so that one can run again alone; bench.md is generated from it.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import path from 'node:path'

/** A bound on a figure or on its ratio to the reference. */
export type Bound = {
  readonly of: 'value' | 'ratio'
  readonly atLeast?: number
  readonly atMost?: number
}

export type Figure = {
  readonly what: string
  readonly value: number
  readonly unit: string
  /** Minimum and maximum of the rounds, if there were several. */
  readonly range?: readonly [number, number]
  readonly reference?: { readonly what: string; readonly value: number }
  readonly ratio?: number
  readonly floor?: Bound
  readonly goal?: Bound
}

export type Section = {
  readonly id: string
  readonly title: string
  readonly figures: readonly Figure[]
  readonly notes: readonly string[]
  readonly at: string
  readonly commit: string
  /** Cores, memory and Node.js: sections are measured on more than one machine. */
  readonly machine: string
  readonly loadBefore: number
  readonly quick: boolean
}

export type Measured = Pick<Section, 'figures' | 'notes'>

/** The root of the repository, from bench/dist. */
export const root = path.resolve(import.meta.dirname, '../..')
const folder = path.join(root, 'docs/measured')
const jsonFile = path.join(folder, 'bench.json')
const markdownFile = path.join(folder, 'bench.md')

/** The middle value; of an even number the lower of the two middle ones. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[(sorted.length - 1) >> 1] ?? Number.NaN
}

/** The value below which `share` (0 to 1) of the values lie. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}

/** A figure of several rounds: the median, with its range. */
export function toFigure(what: string, unit: string, rounds: readonly number[]): Figure {
  return { what, unit, value: median(rounds), range: [Math.min(...rounds), Math.max(...rounds)] }
}

/** The same figure relative to its reference, as the median of the ratios per round. */
export function against(
  figure: Figure,
  reference: { readonly what: string; readonly rounds: readonly number[] },
  rounds: readonly number[],
): Figure {
  const ratios = rounds.map((value, i) => value / (reference.rounds[i] ?? Number.NaN))
  return {
    ...figure,
    reference: { what: reference.what, value: median(reference.rounds) },
    ratio: median(ratios),
  }
}

/** Whether a figure meets a bound. */
export function holds(figure: Figure, bound: Bound): boolean {
  const value = bound.of === 'ratio' ? (figure.ratio ?? Number.NaN) : figure.value
  if (Number.isNaN(value)) return false
  return value >= (bound.atLeast ?? -Infinity) && value <= (bound.atMost ?? Infinity)
}

function boundText(figure: Figure, bound: Bound | undefined): string {
  if (bound === undefined) return ''
  const sign = bound.atLeast === undefined ? '≤' : '≥'
  const value = formatNumber(bound.atLeast ?? bound.atMost ?? Number.NaN)
  const unit = bound.of === 'ratio' ? '×' : figure.unit
  const text = `${sign} ${value} ${unit}`.trimEnd()
  return `${text} ${holds(figure, bound) ? '✓' : '✗'}`
}

/** Three significant digits, with commas from a thousand on. */
export function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return '–'
  const magnitude = Math.abs(value)
  if (magnitude >= 1_000) return Math.round(Number(value.toPrecision(3))).toLocaleString('en-US')
  return String(Number(value.toPrecision(3)))
}

function figureRow(figure: Figure): string {
  const range = figure.range === undefined ? '' : ` (${figure.range.map(formatNumber).join('–')})`
  const { reference } = figure
  const cells = [
    figure.what,
    `**${formatNumber(figure.value)}** ${`${figure.unit}${range}`.trim()}`.trimEnd(),
    reference === undefined ? '' : `${reference.what}: ${formatNumber(reference.value)}`,
    figure.ratio === undefined ? '' : `${formatNumber(figure.ratio)} ×`,
    boundText(figure, figure.floor),
    boundText(figure, figure.goal),
  ]
  return `| ${cells.join(' | ')} |`
}

/** A section as a table in Markdown, also for the terminal. */
export function sectionText(section: Section): string {
  return [
    `## ${section.title}`,
    '',
    '| what | figure (range) | reference | ratio | floor | goal |',
    '| --- | --- | --- | --- | --- | --- |',
    ...section.figures.map(figureRow),
    '',
    ...section.notes.map((note) => `- ${note}`),
    `- ${section.machine}; ${section.at}, commit ${section.commit}, load average before: ` +
      `${section.loadBefore}${section.quick ? ', a quick run: not to be quoted' : ''}`,
    '',
  ].join('\n')
}

/** Describes the measuring machine. */
export function describeMachine(): string {
  const model = cpus()[0]?.model.trim() ?? 'unknown'
  const memoryGb = Math.round(totalmem() / 2 ** 30)
  return `${cpus().length} cores (${model}), ${memoryGb} GiB, Node ${process.version}`
}

/** The commit that is measured, short, with a plus sign when the tree differs from it. */
export function currentCommit(): string {
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', root, ...args], { encoding: 'utf8' }).trim()
  try {
    const dirty = git('status', '--porcelain', '--untracked-files=no') === '' ? '' : '+'
    return git('rev-parse', '--short', 'HEAD') + dirty
  } catch {
    return 'unknown'
  }
}

/** The load average of the last minute, to judge how quiet the machine was. */
export function loadNow(): number {
  return Number((loadavg()[0] ?? 0).toFixed(1))
}

/** Adds a section to the stored results and writes both files. */
export function keepSection(section: Section, order: readonly string[]): void {
  mkdirSync(folder, { recursive: true })
  const kept = existsSync(jsonFile)
    ? (JSON.parse(readFileSync(jsonFile, 'utf8')) as { sections: Section[] }).sections
    : []
  const others = kept.filter(({ id }) => id !== section.id)
  const sections = [...others, section].toSorted(
    (a, b) => order.indexOf(a.id) - order.indexOf(b.id),
  )
  writeFileSync(jsonFile, `${JSON.stringify({ sections }, null, 2)}\n`)
  const text = [
    '# Measured',
    '',
    'Written by `npm run bench`; what it means, and what holds the goals off, is in README.md.',
    '',
    ...sections.map(sectionText),
  ].join('\n')
  writeFileSync(markdownFile, `${text.trimEnd()}\n`)
}

/** Writes a section that has its own file. */
export function keepAlone(section: Section, file: string): void {
  mkdirSync(folder, { recursive: true })
  const intro = `Written by \`npm run bench -- ${section.id}\`.`
  const [, ...table] = sectionText(section).split('\n')
  const text = [`# ${section.title}`, '', intro, ...table].join('\n')
  writeFileSync(path.join(folder, file), `${text.trimEnd()}\n`)
}

/** The floors that a section breaks, as sentences. */
export function brokenFloors(section: Section): string[] {
  return section.figures
    .filter((figure) => figure.floor !== undefined && !holds(figure, figure.floor))
    .map((figure) => `${section.title}: ${figure.what} ${boundText(figure, figure.floor)}`)
}
