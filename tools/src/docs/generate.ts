/** `npm run docs`: writes docs/reference from the sources. */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { repositoryTree, root } from '../guards/tree.ts'
import { referencePages } from './pages.ts'

for (const { file, text } of referencePages(repositoryTree())) {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
  writeFileSync(path.join(root, file), text)
  process.stdout.write(`${file}\n`)
}
