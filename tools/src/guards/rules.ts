/** Each cited rule is defined once in docs/rules, and each defined rule is cited. */
import { citations, definedRules } from '../docs/rules.ts'
import type { Finding, Guard } from './tree.ts'

export const rulesGuard: Guard = {
  name: 'rules',
  check(tree) {
    const defined = new Map<string, string>()
    const findings: Finding[] = []
    for (const { id, file } of definedRules(tree)) {
      if (defined.has(id)) findings.push({ file, message: `defines ${id} again` })
      defined.set(id, file)
    }
    const cited = citations(tree)
    for (const [id, files] of cited) {
      if (defined.has(id)) continue
      for (const file of files) findings.push({ file, message: `cites ${id}: docs/rules has none` })
    }
    for (const [id, file] of defined)
      if (!cited.has(id)) findings.push({ file, message: `defines ${id}, which nothing cites` })
    return findings
  },
}
