/** Runs all guards; prints their findings, and last how many passed, for `npm test`. */
import { bordersGuard } from './borders.ts'
import { cataloguesGuard } from './catalogues.ts'
import { dependenciesGuard } from './dependencies.ts'
import { errorsGuard } from './errors.ts'
import { purityGuard } from './purity.ts'
import { referenceGuard } from './reference.ts'
import { rulesGuard } from './rules.ts'
import { tidyGuard } from './tidy.ts'
import { type Guard, repositoryTree } from './tree.ts'
import { pathsGuard, whereGuard } from './where.ts'
import { wireWordsGuard } from './wire-words.ts'
import { wordsGuard } from './words.ts'

const guards: readonly Guard[] = [
  bordersGuard,
  purityGuard,
  wireWordsGuard,
  cataloguesGuard,
  errorsGuard,
  tidyGuard,
  referenceGuard,
  rulesGuard,
  whereGuard,
  pathsGuard,
  wordsGuard,
  dependenciesGuard,
]

const tree = repositoryTree()
let failed = 0
for (const guard of guards) {
  const findings = guard.check(tree)
  if (findings.length > 0) failed++
  for (const { file, message } of findings)
    process.stdout.write(`${guard.name}: ${file} ${message}\n`)
}
process.stdout.write(`${JSON.stringify({ passed: guards.length - failed, failed })}\n`)
process.exitCode = failed === 0 ? 0 : 1
