/** `npm run structure`: prints each figure with its goal; exit code 1 if one got worse. */
import { repositoryTree } from '../guards/tree.ts'
import { computeFigures, isWorse } from './figures.ts'

const figures = computeFigures(repositoryTree())
const wide = Math.max(...figures.map(({ name }) => name.length))
const row = (name: string, now: string, goal: string): string =>
  `${name.padEnd(wide)}  ${now.padStart(8)}  ${goal.padStart(8)}\n`
process.stdout.write(row('figure', 'now', 'goal'))
for (const figure of figures) {
  const { name, value, goal, floor } = figure
  process.stdout.write(row(name, String(value), goal === null ? '' : String(goal)))
  if (isWorse(figure)) process.stdout.write(`  worse than before: ${String(floor)}\n`)
}
process.exitCode = figures.some(isWorse) ? 1 : 0
