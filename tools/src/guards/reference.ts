/** docs/reference must equal its current sources. */
import { referencePages } from '../docs/pages.ts'
import type { Guard } from './tree.ts'

export const referenceGuard: Guard = {
  name: 'reference',
  check(tree) {
    return referencePages(tree).flatMap(({ file, text }) => {
      if (tree.files.includes(file) && tree.read(file) === text) return []
      return [{ file, message: 'is not what the sources say: npm run docs' }]
    })
  },
}
