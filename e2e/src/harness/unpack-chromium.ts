/** Run as a process: unpacks the packaged browser into its own temporary folder (`TMPDIR`). */
import path from 'node:path'
import { inflate } from '@sparticuz/chromium'
import { root } from './paths.ts'

const archives = path.join(root, 'node_modules/@sparticuz/chromium/bin')
for (const name of ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br']) {
  await inflate(path.join(archives, name))
}
